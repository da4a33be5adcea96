// buildah and podman with separate storage, so that this machine's images and containers are not touched.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A command's output and exit code. */
export interface CommandOutput {
  code: number | null
  output: string
  complaint: string
}

/** Runs a command with `input` as its standard input. Kills it after `seconds`. */
export async function runToEnd(command: string[], { input = '', seconds = 120 } = {}): Promise<CommandOutput> {
  const [program = '', ...words] = command
  const child = spawn(program, words, {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  })
  const result: CommandOutput = { code: null, output: '', complaint: '' }
  child.stdout.on('data', (chunk) => (result.output += chunk))
  child.stderr.on('data', (chunk) => (result.complaint += chunk))
  child.stdin.on('error', () => {}).end(input)
  return new Promise((done) => {
    child.on('error', ({ message }) => done({ ...result, complaint: message }))
    // Otherwise podman would have systemd run the health checks.
    const complaint = () => result.complaint.replace(/^time=.*systemd connection.*\n/gm, '')
    child.on('close', (code) => done({ ...result, complaint: complaint(), code }))
  })
}

/** Runs a command and returns its output. If it fails, throws an Error with its output. */
export async function runOrThrow(command: string[], options?: Parameters<typeof runToEnd>[1]): Promise<string> {
  const { code, output, complaint } = await runToEnd(command, options)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${output}${complaint}`.slice(-4000))
  return output.trim()
}

export interface Engine {
  buildah: (...words: string[]) => string[]
  podman: (...words: string[]) => string[]
  stop: () => Promise<void>
}

/** The limits of a container, since not every machine allows Docker's. */
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']

/** Starts an engine that caches its images in .cache/image. */
export function startEngine(): Engine {
  const storage = resolve('.cache/image')
  mkdirSync(storage, { recursive: true })
  // A short path, because it contains sockets, and a constant one, because podman ties its storage to it.
  const run = join(tmpdir(), `riverbank-image-${createHash('sha256').update(storage).digest('hex').slice(0, 8)}`)
  const place = ['--root', storage, '--runroot', run, '--storage-driver']
  const driver = spawnSync('podman', [...place, 'overlay', 'info']).status === 0 ? 'overlay' : 'vfs'
  const buildah = (...words: string[]) => ['buildah', ...place, driver, ...words]
  const podman = (...words: string[]) => ['podman', ...place, driver, '--cgroup-manager', 'cgroupfs', ...words]
  return {
    buildah,
    podman,
    stop: async () => {
      await runToEnd(podman('rm', '--all', '--force', '--time', '0'))
      await runToEnd(buildah('rm', '--all'))
      await runToEnd(buildah('umount', '--all'))
      rmSync(run, { recursive: true, force: true })
    },
  }
}

/** Finds arguments for `podman run` with which memory limits work on this machine; throws with the output of all attempts otherwise. */
export async function findRuntime(engine: Engine, image: string): Promise<string[]> {
  const complaints: string[] = []
  for (const runtime of [[], ['--runtime', 'runc'], ['--runtime', 'crun']]) {
    const words = [...runtime, ...LIMITS]
    const trial = await runToEnd(
      engine.podman('run', '--rm', ...words, '--memory', '64m', '--network', 'host', image, 'true'),
    )
    if (trial.code === 0) return words
    complaints.push(`${runtime.join(' ') || 'podman’s own runtime'}: ${trial.complaint.trim()}`)
  }
  throw new Error(`podman can't run a container with a memory limit on this machine:\n  ${complaints.join('\n  ')}`)
}
