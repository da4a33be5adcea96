import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const commandModules = {
  backup: 'app/backups/backup-command.server.ts',
  restore: 'app/backups/restore-command.server.ts',
  website: 'app/website-command.server.ts',
  user: 'app/user-command.server.ts',
  doctor: 'app/operator/doctor.server.ts',
}

/** The operator's commands, each a file of its own in build/server, so that it loads only what it needs beside a server. */
export const commands: Plugin = {
  name: 'riverbank-commands',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && Boolean(isSsrBuild),
  buildStart() {
    for (const [name, module] of Object.entries(commandModules))
      this.emitFile({
        type: 'chunk',
        id: resolve(module),
        fileName: `commands/${name}.js`,
        preserveSignature: 'strict',
      })
  },
}
