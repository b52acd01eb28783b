package fleet

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
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

// inside returns the name that a subject of remoteAPI has in the server's own account.
func inside(subject string) string { return strings.Replace(subject, remoteAPI, "$JS.API", 1) }

// export lets others ask for what any key may use.
func export(fleet *server.Account) error {
	var failed []error
	for _, r := range []Role{WorkerRole, ClientRole} {
		all := rightsOf("*", r)
		for _, subject := range all.publish {
			subject = inside(subject)
			answers := server.Singleton
			if strings.Contains(subject, ".MSG.NEXT.") {
				answers = server.Streamed
			}
			failed = append(failed, fleet.AddServiceExportWithResponse(subject, answers, server.IsPublicExport))
			if strings.HasPrefix(subject, askSubject) { // who asks too much has no answer: it is not to be kept for minutes
				failed = append(failed, fleet.SetServiceExportResponseThreshold(subject, clientPatience))
			}
		}
		for _, subject := range all.hear {
			failed = append(failed, fleet.AddStreamExport(subject, server.IsPublicExport))
		}
	}
	return errors.Join(failed...)
}

// Check is the server's way to ask who comes (server.Authentication). It lets in who proves to have a key that the hub
// knows. Accounts are made as they are needed, and never changed: NATS panics when somebody subscribes while it reads
// all accounts again.
func (h *Hub) Check(c server.ClientAuthentication) bool {
	said := c.GetOpts()
	if said.Token == h.secret {
		c.RegisterUser(&server.User{Username: hubAccount, Account: h.fleet})
		return true
	}
	signature, err := base64.RawURLEncoding.DecodeString(said.Sig)
	pair, bad := nkeys.FromPublicKey(said.Nkey)
	if err != nil || bad != nil || pair.Verify(c.GetNonce(), signature) != nil {
		return false
	}
	h.keys.Lock() // until the account has its rights, and so that nobody comes while a key is taken away
	defer h.keys.Unlock()
	for range 2 {
		if at := slices.IndexFunc(h.known, func(k key) bool { return k.public == said.Nkey }); at >= 0 {
			return h.admit(c, h.known[at]) == nil
		}
		if h.readKeys() != nil { // it may be new; the hub tells what is wrong, when it reads them next
			return false
		}
	}
	return false
}

// mostConnections is how many a key may have: what each leaves unread is in the server's memory. A worker has one.
var mostConnections = map[Role]int{WorkerRole: 2, ClientRole: 8}

// admit gives a connection the account and the rights of its key. It takes the place of the oldest one that the key has
// if there are too many: a cable may have been pulled.
func (h *Hub) admit(c server.ClientAuthentication, k key) error {
	may := rightsOf(k.name, k.role)
	account, isNew := h.server.LookupOrRegisterAccount(accountOf(k))
	if isNew {
		var failed []error
		for _, subject := range may.hear {
			failed = append(failed, account.AddStreamImport(h.fleet, subject, ""))
		}
		for _, subject := range may.publish {
			failed = append(failed, account.AddServiceImport(h.fleet, subject, inside(subject)))
		}
		if err := errors.Join(failed...); err != nil {
			return err
		}
	}
	h.throwOut(k, mostConnections[k.role]-1)
	c.RegisterUser(&server.User{Username: accountOf(k), Account: account, Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: may.publish},
		Subscribe: &server.SubjectPermission{Allow: append(may.hear, inbox(k.name)+".>")},
	}})
	return nil
}

// throwOut ends the connections of a key, all but the newest few.
func (h *Hub) throwOut(k key, keep int) {
	for {
		open, err := h.server.Connz(&server.ConnzOptions{Username: true, Account: accountOf(k), Sort: server.ByStart})
		if err != nil || len(open.Conns) <= keep {
			return
		}
		for _, one := range open.Conns[:len(open.Conns)-keep] {
			h.server.DisconnectClientByID(one.Cid)
		}
	}
}
