import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A free port on 127.0.0.1, for programs that don't print which one they were given. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether a command is there. */
export const isThere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Runs a command as root where that may be done; whether it succeeded. */
export function asRoot(...words: string[]): boolean {
  const [program = '', ...rest] = process.getuid?.() === 0 ? words : ['sudo', '-n', ...words]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, rest, { stdio: 'ignore', env }).status === 0
}

/** Whether a command is there, after Debian's package was installed for it where that may be done. */
export function hasCommand(command: string, debianPackage = command): boolean {
  if (isThere(command)) return true
  if (!isThere('apt-get') || !asRoot('true')) return false
  asRoot('apt-get', 'update')
  asRoot('apt-get', 'install', '-y', '--no-install-recommends', debianPackage)
  return isThere(command)
}
