import { check } from 'recheck'
import ts from 'typescript'
import { atOnce } from './shared/topics'

/** A regular expression of a source file; without `source` it is put together while the program runs, and can't be judged. */
export interface Written {
  file: string
  line: number
  text: string
  source?: string
  flags: string
}

/** The regular expressions in a file's text: literals, and calls of RegExp. */
export function regexpsIn(file: string, text: string): Written[] {
  const whole = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: Written[] = []
  const look = (node: ts.Node): void => {
    const judged = judgedOf(node)
    const { line } = whole.getLineAndCharacterOfPosition(node.getStart())
    if (judged) found.push({ file, line: line + 1, text: node.getText(), ...judged })
    ts.forEachChild(node, look)
  }
  look(whole)
  return found
}

function judgedOf(node: ts.Node): Pick<Written, 'source' | 'flags'> | undefined {
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

/** Limits by work alone: those by time would judge otherwise on a busy machine. The last ends an analysis that gets nowhere. */
const limits = { attackTimeout: null, incubationTimeout: null, timeout: 120_000 }

/** Why an expression may hold the event loop up; undefined when it takes no longer than its text is long. */
async function faultOf({ source, flags }: Written): Promise<string | undefined> {
  if (source === undefined) return 'is put together while the program runs, so nobody can judge it'
  const found = await check(source, flags, limits)
  if (found.status === 'safe') return undefined
  if (found.status === 'unknown') return `could not be judged: ${found.error.kind}`
  return `takes ${found.complexity.summary} time, for one with ${found.attack.pattern}`
}

/**
 * The faults of expressions, one line each: those that take longer than their text is long, or can't be judged. `allowed` names a
 * file and a word of an expression of it, with the reason why it may stand; one that needs no such leave is a fault, too.
 */
export async function regexpFaults(
  all: Written[],
  allowed: ReadonlyMap<string, string> = new Map(),
): Promise<string[]> {
  const faults: string[] = []
  const needed = new Set<string>()
  await atOnce(all, 2, async (written) => {
    const { file, line, text } = written
    const fault = await faultOf(written)
    const leave = [...allowed.keys()].find((key) => {
      const [of, word = ''] = key.split(' ')
      return of === file && text.includes(word)
    })
    if (fault && leave) needed.add(leave)
    else if (fault) faults.push(`${file}:${line} ${text} ${fault}`)
  })
  const needless = [...allowed.keys()].filter((key) => !needed.has(key))
  return [...faults.sort(), ...needless.map((key) => `${key} is allowed, and needs no leave`)]
}
