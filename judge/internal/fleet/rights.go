package fleet

import (
	"encoding/json"
	"strings"
)

// Role decides what the owner of a key may do.
type Role string

const (
	WorkerRole Role = "worker"
	ClientRole Role = "client"
)

// hubAccount is the account that holds the streams; only the server itself is in it. Each worker and each client has an
// account of its own, and asks across. An answer goes into the account that asked, whatever subject is named for it. So
// nobody can make the server store or send something in the server's name.
const hubAccount = "FLEET"

func accountOf(k key) string { return string(k.role) + "-" + k.name }

// In the accounts of workers and clients, the API of the server's account has this name, since the usual name is that of
// their own account's API.
const remoteAPI = "FLEET.API"

// rights are the subjects that a key may use, all in the server's account.
type rights struct{ publish, hear []string }

// rightsOf returns the rights of a key. A worker takes jobs, reads texts, and writes results in its own name. A client
// sends jobs and texts in its own name, hears what was begun of them, and asks the server. To read results it needs the
// name of a consumer, which the server makes for one of its runs, and which nobody can guess.
func rightsOf(name string, r Role) rights {
	if r == WorkerRole {
		return rights{
			publish: []string{
				remoteAPI + ".STREAM.INFO." + jobs, remoteAPI + ".STREAM.INFO." + blobs, remoteAPI + ".CONSUMER.NAMES." + jobs,
				remoteAPI + ".CONSUMER.INFO." + jobs + ".*", remoteAPI + ".CONSUMER.MSG.NEXT." + jobs + ".*", "$JS.ACK." + jobs + ".>",
				remoteAPI + ".DIRECT.GET." + blobs + "." + blobSubject + "*.*.*",
				resultSubject + "*.*.*." + name, begunSubject + "*.*.*." + name, aliveSubject + name,
			},
			hear: []string{bell},
		}
	}
	return rights{
		publish: []string{
			jobSubject + "*." + name + ".*.*", blobSubject + name + ".*.*", askSubject + name + ".*",
			remoteAPI + ".CONSUMER.INFO." + results + ".*", remoteAPI + ".CONSUMER.MSG.NEXT." + results + ".*",
		},
		hear: []string{toldSubject + name + ".>"},
	}
}

// accounts writes the server's accounts in the language of its configuration. The server's own key is in none of keys.
func accounts(keys []key, own string) string {
	type object map[string]any
	inside := func(subject string) string { return strings.Replace(subject, remoteAPI, "$JS.API", 1) }
	var exports []object
	for _, r := range []Role{WorkerRole, ClientRole} {
		all := rightsOf("*", r)
		for _, subject := range all.publish {
			service := object{"service": inside(subject)}
			if strings.Contains(subject, ".MSG.NEXT.") {
				service["response"] = "stream"
			}
			exports = append(exports, service)
		}
		for _, subject := range all.hear {
			exports = append(exports, object{"stream": subject})
		}
	}
	all := object{hubAccount: object{"jetstream": "enabled", "users": []object{{"nkey": own}}, "exports": exports}}
	for _, k := range keys {
		may := rightsOf(k.name, k.role)
		var imports []object
		for _, subject := range may.hear {
			imports = append(imports, object{"stream": object{"account": hubAccount, "subject": subject}})
		}
		for _, subject := range may.publish {
			imports = append(imports, object{"service": object{"account": hubAccount, "subject": inside(subject)}, "to": subject})
		}
		permissions := object{"publish": may.publish, "subscribe": append(may.hear, inbox(k.name)+".>")}
		all[accountOf(k)] = object{"users": []object{{"nkey": k.public, "permissions": permissions}}, "imports": imports}
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.Encode(object{"accounts": all}) // nothing in it cannot be written
	return text.String()
}
