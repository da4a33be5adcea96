// A process of its own, so that taking mails in costs the sender nothing. It tells its parent where it listens, and at each question
// how many mails it has taken, and when the last one came.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

let taken = 0
let last = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => {
    stream.resume().on('end', () => {
      taken++
      last = Date.now()
      done()
    })
  },
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.server.address() as AddressInfo).port }))
process.on('message', () => process.send?.({ taken, last }))
process.on('disconnect', () => process.exit())
