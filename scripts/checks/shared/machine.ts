import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Finds a free port on 127.0.0.1, for programs that don't print their port. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const hasProgram = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Runs a command as root, if permitted. Returns whether it succeeded. */
export function runAsRoot(...words: string[]): boolean {
  const [program = '', ...rest] = process.getuid?.() === 0 ? words : ['sudo', '-n', ...words]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(program, rest, { stdio: 'ignore', env }).status === 0
}

/** Installs the Debian package of a missing command, if permitted. Returns whether the command is installed. */
export function installCommand(command: string, debianPackage = command): boolean {
  if (hasProgram(command)) return true
  if (!hasProgram('apt-get') || !runAsRoot('true')) return false
  runAsRoot('apt-get', 'update')
  runAsRoot('apt-get', 'install', '-y', '--no-install-recommends', debianPackage)
  return hasProgram(command)
}
