import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Check, look, type Outcome } from './check'

/** A fault that somebody could make: in `file`, `find` becomes `replace`. It stands there exactly once. */
export interface Fault {
  why: string
  file: string
  find: string
  replace: string
  check: Check
}

/** What became of a planted fault: the tests that saw it, or in words why none did. */
export type Verdict = { seenBy: string[] } | { unseen: string }

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** Whether something here is not committed, so that a clone would lack it. */
export const isDirty = () => git('status', '--porcelain') !== ''

/**
 * Clones a commit of this repository into a temporary folder, with the packages that are installed here, and gives its path. It is
 * removed when the process ends.
 */
export function scratchClone(commit = 'HEAD'): string {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-faults-'))
  // Again where what was just ended is still writing.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.once('exit', remove)
  // Shared: a commit of no branch comes along too.
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', '.', folder])
  execFileSync('git', ['-C', folder, 'checkout', '--quiet', '--detach', git('rev-parse', commit)])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, '.cache'), { recursive: true })
  return folder
}

/** The text with a fault planted in it. Throws where what it changes doesn't stand in it exactly once. */
export function withFault(text: string, { file, find, replace }: Fault): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`In ${file} this stands ${times} times, not once: ${find}`)
  return text.replace(find, () => replace)
}

/** Why a check can prove nothing: it doesn't pass without the fault. Undefined where it does. */
function uselessBecause({ passed, failed, trouble }: Outcome): string | undefined {
  if (failed.length === 0 && passed > 0 && !trouble) return undefined
  return `Its check fails without it: ${failed.join(', ') || trouble || 'nothing ran'}`
}

/** What a check's answer with the fault proves. */
function judged({ failed, trouble }: Outcome): Verdict {
  if (failed.length > 0) return { seenBy: failed }
  return { unseen: trouble ? `Its check gave no answer: ${trouble}` : 'Its check passes all the same.' }
}

/** Who plants faults in one clone. */
export interface Planter {
  /** Why a check can prove nothing, as uselessBecause; each check is run once. */
  useless: (check: Check) => Promise<string | undefined>
  /** Plants a fault, runs its check, and takes the fault out again. */
  plant: (fault: Fault) => Promise<Verdict>
}

/** Plants faults in the clone at `folder`, one at a time. Checks are best run without a fault before the first, while one build does for all. */
export function planterIn(folder: string): Planter {
  const known = new Map<string, string | undefined>()

  async function useless(check: Check): Promise<string | undefined> {
    const key = JSON.stringify(check)
    if (!known.has(key)) known.set(key, uselessBecause(await look(folder, check)))
    return known.get(key)
  }

  async function plant(fault: Fault): Promise<Verdict> {
    const path = join(folder, fault.file)
    const sound = readFileSync(path, 'utf8')
    try {
      const faulty = withFault(sound, fault)
      const reason = await useless(fault.check)
      if (reason) return { unseen: reason }
      writeFileSync(path, faulty)
      return judged(await look(folder, fault.check))
    } catch (error) {
      return { unseen: String(error) }
    } finally {
      writeFileSync(path, sound)
    }
  }

  return { useless, plant }
}

/** The list of what was planted and what saw it. */
export const LIST = 'scripts/faults-planted.md'

/** What saw a fault, in one line: its first test and how many more. */
export function reported(verdict: Verdict): string {
  if ('unseen' in verdict) return `NOT SEEN: ${verdict.unseen}`
  const [first = '', ...more] = verdict.seenBy
  return more.length > 0 ? `${first}; ${more.length} more` : first
}

const describeError = (check: Check) =>
  'lint' in check ? 'lint' : 'test' in check ? `\`${check.test}\`` : `\`${check.spec}\`, ${check.project}`

/** The list as it was, with the rows of the `faults` for which there is a verdict written again. */
export function listed(before: string, faults: Record<string, Fault>, verdicts: Map<string, Verdict>): string {
  const [head = ''] = before.split(/(?<=\n\|---.*\n)/)
  const rows = Object.entries(faults).map(([name, { file, why, check }]) => {
    const verdict = verdicts.get(name)
    const known = before.split('\n').find((row) => row.startsWith(`| ${name}: `))
    if (!verdict) return known ?? `| ${name}: ${why} | | | NOT SEEN: not planted yet |`
    const cells = [`${name}: ${why}`, `\`${file}\``, describeError(check), reported(verdict)]
    return `| ${cells.map((words) => words.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`
  })
  const seen = rows.filter((row) => !row.includes('NOT SEEN')).length
  return `${head}${rows.join('\n')}\n\n${seen} of ${rows.length} seen.\n`
}
