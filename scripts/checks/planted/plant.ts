import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Check, getRunner, listSpecs, type Outcome, runCheck } from './check'

/** A plausible fault: in `file`, `find`, which must occur exactly once, becomes `replace`. */
export interface Fault {
  why: string
  file: string
  find: string
  replace: string
  check: Check
}

/** The result for a planted fault: the tests that detected it, or the reason why none did. */
export type Verdict = { seenBy: string[] } | { unseen: string }

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** True with uncommitted changes, which a clone would lack. */
export const hasUncommittedChanges = () => git('status', '--porcelain') !== ''

/**
 * Clones a commit of this repository to a temporary folder, with the installed packages, and returns its path. The folder is removed when
 * the process ends.
 */
export function createClone(commit = 'HEAD'): string {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-faults-'))
  // Retry while a process that was just killed still writes.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  process.once('exit', remove)
  // A shared clone includes commits without a branch.
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', '.', folder])
  execFileSync('git', ['-C', folder, 'checkout', '--quiet', '--detach', git('rev-parse', commit)])
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, '.cache'), { recursive: true })
  return folder
}

/** Applies a fault to a text. Throws unless `find` occurs exactly once. */
export function applyFault(text: string, { file, find, replace }: Fault): string {
  const times = text.split(find).length - 1
  if (times !== 1) throw new Error(`In ${file} this occurs ${times} times, not once: ${find}`)
  return text.replace(find, () => replace)
}

/** Why a check proves nothing: it fails without the fault. Undefined if it passes. */
function explainUseless({ passed, failed, trouble }: Outcome): string | undefined {
  if (failed.length === 0 && passed > 0 && !trouble) return undefined
  return `Its check fails without it: ${failed.join(', ') || trouble || 'nothing ran'}`
}

/** The verdict on a check's result with the fault. */
function judgeOutcome({ failed, trouble }: Outcome): Verdict {
  if (failed.length > 0) return { seenBy: failed }
  return { unseen: trouble ? `Its check gave no result: ${trouble}` : 'Its check still passes.' }
}

/** Plants faults in one clone. */
export interface Planter {
  /** Why a check can prove nothing, as explainUseless; each check is run once. */
  getUselessReason: (check: Check) => Promise<string | undefined>
  /** Plants a fault, runs its check, and removes the fault. */
  plant: (fault: Fault) => Promise<Verdict>
}

/** Creates a planter for the clone at `folder`. Run the checks without faults first, so that one build serves all. */
export function createPlanter(folder: string): Planter {
  const known = new Map<string, string | undefined>()

  async function getUselessReason(check: Check): Promise<string | undefined> {
    const key = JSON.stringify(check)
    // A file that passes as a whole passes in part.
    const whole = JSON.stringify({ ...check, named: undefined })
    if (known.has(whole) && !known.get(whole)) return undefined
    if (!known.has(key)) known.set(key, explainUseless(await runCheck(folder, check)))
    return known.get(key)
  }

  async function plant(fault: Fault): Promise<Verdict> {
    const path = join(folder, fault.file)
    const sound = readFileSync(path, 'utf8')
    try {
      const faulty = applyFault(sound, fault)
      const reason = await getUselessReason(fault.check)
      if (reason) return { unseen: reason }
      writeFileSync(path, faulty)
      return judgeOutcome(await runCheck(folder, fault.check))
    } catch (error) {
      return { unseen: String(error) }
    } finally {
      writeFileSync(path, sound)
    }
  }

  return { getUselessReason, plant }
}

/** The list of planted faults and the tests that detected them. */
export const LIST = 'scripts/checks/faults-planted.md'

/** The detecting tests in one line: the first, and how many more. */
export function formatVerdict(verdict: Verdict): string {
  if ('unseen' in verdict) return `NOT DETECTED: ${verdict.unseen}`
  const [first = '', ...more] = verdict.seenBy
  return more.length > 0 ? `${first}; ${more.length} more` : first
}

const describeCheck = (check: Check) =>
  'lint' in check ? 'lint' : 'test' in check ? `\`${check.test}\`` : `\`${check.spec}\`, ${check.project}`

/** A row of the list up to the detecting tests: the fault, its file, its check, and the command that runs it. */
export function formatFault(name: string, { why, file, check }: Fault, quickSpecs: string[]): string {
  const cells = [`${name}: ${why}`, `\`${file}\``, describeCheck(check), `\`${getRunner(check, quickSpecs)}\``]
  return `| ${cells.map(escapeCell).join(' | ')} | `
}
const escapeCell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

/** The list with the verdicts of the faults that were planted now, and the known ones of the others. */
export function formatList(before: string, faults: Record<string, Fault>, verdicts: Map<string, Verdict>): string {
  const [head = ''] = before.split(/(?<=\n\|---.*\n)/)
  const quickSpecs = listSpecs('quick')
  const rows = Object.entries(faults).map(([name, fault]) => {
    const start = formatFault(name, fault, quickSpecs)
    const known = before.split('\n').find((row) => row.startsWith(start))
    const verdict = verdicts.get(name) ?? { unseen: 'not planted yet' }
    return verdicts.has(name) || !known ? `${start}${escapeCell(formatVerdict(verdict))} |` : known
  })
  const seen = rows.filter((row) => !row.includes('NOT DETECTED')).length
  return `${head}${rows.join('\n')}\n\n${seen} of ${rows.length} detected.\n`
}
