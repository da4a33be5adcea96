import { mkdir, open, rename } from 'node:fs/promises'
import { outboxFile } from '~/domain/deliveries/outbox.server'
import type { Post } from '~/domain/deliveries/outcome'

/** Without a mail server: writes each mail whole to `folder`, as an .eml file named after its delivery (decisions.md section 3). */
export function outboxPost(folder: string): Post {
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
        return { is: 'unreachable', reason: `The mail could not be written to the outbox: ${(error as Error).message}` }
      }
    },
    stop: () => {},
    close: () => {},
  }
}
