-- A teacher may have thousands judged again, and whoever waits for a first judging is looked for without them.
DROP INDEX judging_open;
CREATE INDEX judging_open ON judging (state, attempt, submission);
