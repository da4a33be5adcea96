import { spawnSync } from 'node:child_process'

const isThere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0

/** Whether a command is there, after Debian's package was installed for it where that may be done. */
export function hasCommand(command: string, debianPackage: string): boolean {
  if (isThere(command)) return true
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const run = (...args: string[]) => {
    const [first = '', ...rest] = [...asRoot, ...args]
    return spawnSync(first, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  }
  if (!isThere('apt-get') || !run('true')) return false
  run('apt-get', 'update')
  run('apt-get', 'install', '-y', '--no-install-recommends', debianPackage)
  return isThere(command)
}
