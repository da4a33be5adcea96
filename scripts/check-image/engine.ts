// buildah and podman with a storage of their own, so that no image or container of this machine is touched.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** What a command said, and how it ended. */
export interface Said {
  code: number | null
  output: string
  complaint: string
}

/** Runs a command to its end, with `input` as its standard input. It is killed after `seconds`. */
export async function said(command: string[], { input = '', seconds = 120 } = {}): Promise<Said> {
  const [program = '', ...words] = command
  const child = spawn(program, words, {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  })
  const result: Said = { code: null, output: '', complaint: '' }
  child.stdout.on('data', (chunk) => (result.output += chunk))
  child.stderr.on('data', (chunk) => (result.complaint += chunk))
  child.stdin.on('error', () => {}).end(input)
  return new Promise((done) => {
    child.on('error', ({ message }) => done({ ...result, complaint: message }))
    // podman would have systemd run health checks, where there is one.
    const complaint = () => result.complaint.replace(/^time=.*systemd connection.*\n/gm, '')
    child.on('close', (code) => done({ ...result, complaint: complaint(), code }))
  })
}

/** As `said`, and throws with what the command said when it failed. */
export async function done(command: string[], options?: Parameters<typeof said>[1]): Promise<string> {
  const { code, output, complaint } = await said(command, options)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}${complaint}`.slice(-4000))
  return output.trim()
}

export interface Engine {
  buildah: (...words: string[]) => string[]
  podman: (...words: string[]) => string[]
  stop: () => Promise<void>
}

/** The limits that a container is given, since not every machine lets them be raised to Docker's. */
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']

/** An engine whose images stay in .cache/image, so that another run need not make all of them again. */
export function startEngine(): Engine {
  const storage = resolve('.cache/image')
  mkdirSync(storage, { recursive: true })
  // Short, since sockets are made in it, and always the same, since podman refuses its storage with another.
  const run = join(tmpdir(), `riverbank-image-${createHash('sha256').update(storage).digest('hex').slice(0, 8)}`)
  const place = ['--root', storage, '--runroot', run, '--storage-driver']
  const driver = spawnSync('podman', [...place, 'overlay', 'info']).status === 0 ? 'overlay' : 'vfs'
  const buildah = (...words: string[]) => ['buildah', ...place, driver, ...words]
  const podman = (...words: string[]) => ['podman', ...place, driver, '--cgroup-manager', 'cgroupfs', ...words]
  return {
    buildah,
    podman,
    stop: async () => {
      await said(podman('rm', '--all', '--force', '--time', '0'))
      await said(buildah('rm', '--all'))
      await said(buildah('umount', '--all'))
      rmSync(run, { recursive: true, force: true })
    },
  }
}

/** What `podman run` needs on this machine to keep to a limit of memory; throws with what each way said where none works. */
export async function findRuntime(engine: Engine, image: string): Promise<string[]> {
  const complaints: string[] = []
  for (const runtime of [[], ['--runtime', 'runc'], ['--runtime', 'crun']]) {
    const words = [...runtime, ...LIMITS]
    const trial = await said(
      engine.podman('run', '--rm', ...words, '--memory', '64m', '--network', 'host', image, 'true'),
    )
    if (trial.code === 0) return words
    complaints.push(`${runtime.join(' ') || 'podman’s own runtime'}: ${trial.complaint.trim()}`)
  }
  throw new Error(`podman can't run a container with a limit of memory here:\n  ${complaints.join('\n  ')}`)
}
