import { mkdir, open, rename } from 'node:fs/promises'
import { outboxFile } from '~/domain/deliveries/outbox.server'
import type { Message, Outcome } from '~/domain/deliveries/outcome'

/** Where finished mails go. Neither `reach` nor `send` throws; `send` takes one mail at a time. */
export interface Transport {
  /** Checks that a mail can be sent, before one is marked as in flight. Returns the obstacle, or null. */
  reach: () => Promise<Outcome | null>
  send: (message: Message) => Promise<Outcome>
  /** Aborts a mail that is not under way yet and takes no more; one that is under way goes on. */
  stop: () => void
  /** Closes the connection, if there is one. */
  close: () => void
}

/** The demonstration's transport without a mail server: writes each mail to `folder`, as an .eml file named after its delivery. */
export function outboxTransport(folder: string): Transport {
  async function write(path: string, raw: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true })
    const file = await open(`${path}.unfinished`, 'w', 0o600)
    await file
      .writeFile(raw)
      .then(() => file.sync())
      .finally(() => file.close())
    await rename(`${path}.unfinished`, path)
  }
  return {
    reach: async () => null,
    send: ({ id, raw }) =>
      write(outboxFile(folder, id), raw).then(
        () => ({ is: 'sent' }),
        ({ message }: Error) => {
          return {
            is: 'unreachable',
            refusesUs: false,
            reason: `The email could not be saved in the outbox: ${message}`,
          }
        },
      ),
    stop: () => {},
    close: () => {},
  }
}
