import { check } from 'recheck'
import ts from 'typescript'
import { runConcurrently } from './shared/topics'

/** A regular expression in a source file; without `source` it is built at run time and can't be analysed. */
export interface SourceRegexp {
  file: string
  line: number
  text: string
  source?: string
  flags: string
}

/** The regular expressions in a file: literals and RegExp calls. */
export function findRegexps(file: string, text: string): SourceRegexp[] {
  const whole = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: SourceRegexp[] = []
  const look = (node: ts.Node): void => {
    const judged = judge(node)
    const { line } = whole.getLineAndCharacterOfPosition(node.getStart())
    if (judged) found.push({ file, line: line + 1, text: node.getText(), ...judged })
    ts.forEachChild(node, look)
  }
  look(whole)
  return found
}

function judge(node: ts.Node): Pick<SourceRegexp, 'source' | 'flags'> | undefined {
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return { source: node.text.slice(1, end), flags: node.text.slice(end + 1) }
  }
  const isCall = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
  if (!isCall) return undefined
  const [pattern, flags] = node.arguments ?? []
  const isKnown = pattern && ts.isStringLiteralLike(pattern) && (!flags || ts.isStringLiteralLike(flags))
  return isKnown ? { source: pattern.text, flags: flags?.text ?? '' } : { flags: '' }
}

/** Limits by work, not by time, so that results do not depend on the machine's load. The last ends a fruitless analysis. */
const analysisLimits = { attackTimeout: null, incubationTimeout: null, timeout: 120_000 }

/** Why an expression may block the event loop; undefined if its time is linear. */
async function findFault({ source, flags }: SourceRegexp): Promise<string | undefined> {
  if (source === undefined) return 'is built at run time, so it can’t be analysed'
  const found = await check(source, flags, analysisLimits)
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `could not be analysed: ${found.error.kind}`
  return `takes ${found.complexity.summary} time, for one with ${found.attack.pattern}`
}

/**
 * Finds expressions with more than linear time, and those that can't be analysed. `allowed` lists exceptions by file and source, with the
 * reason; an unneeded exception is a fault too.
 */
export async function findRegexpFaults(
  all: SourceRegexp[],
  allowed: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const faults: string[] = []
  const needed = new Set<string>()
  await runConcurrently(all, 2, async (written) => {
    const { file, line, text } = written
    const fault = await findFault(written)
    const leave = [...allowed.keys()].find((key) => {
      const [of, word = ''] = key.split(' ')
      return of === file && text.includes(word)
    })
    if (fault && leave) needed.add(leave)
    else if (fault) faults.push(`${file}:${line} ${text} ${fault}`)
  })
  const needless = [...allowed.keys()].filter((key) => !needed.has(key))
  return [...faults.sort(), ...needless.map((key) => `${key} is an exception that is not needed`)]
}
