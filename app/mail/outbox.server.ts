import { mkdir, open, rename } from 'node:fs/promises'
import { outboxFile } from '~/domain/deliveries/outbox.server'
import type { Transport } from './transport'

/** The transport without a mail server: writes each mail to `folder`, as an .eml file named after its delivery. */
export function outboxTransport(folder: string): Transport {
  return {
    reach: async () => null,
    send: async ({ id, raw }) => {
      try {
        const path = outboxFile(folder, id)
        await mkdir(folder, { recursive: true })
        const file = await open(`${path}.unfinished`, 'w', 0o600)
        await file
          .writeFile(raw)
          .then(() => file.sync())
          .finally(() => file.close())
        await rename(`${path}.unfinished`, path)
        return { is: 'sent' }
      } catch (error) {
        return {
          is: 'unreachable',
          refusesUs: false,
          reason: `The email could not be saved in the outbox: ${(error as Error).message}`,
        }
      }
    },
    stop: () => {},
    close: () => {},
  }
}
