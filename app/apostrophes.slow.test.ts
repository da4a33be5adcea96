import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Texts of the specification with a straight apostrophe. */
const SPEC_TEXTS = ["We'll get back to you soon!", "You'll receive updates about"]
const STRAIGHT = /\p{L}'\p{L}/u

/** False for sources of texts in plain ASCII: for terminals, for logs and in the API's descriptions. */
const isScreenSource = (path: string) =>
  /\.tsx?$/.test(path) &&
  !/(\.test|\.e2e|settings\.server|-command\.server)\.tsx?$|^(test|operator|backups|http\/contract)\//.test(path)

/** Reads the texts of a source file: string literals, parts of templates and text in JSX. */
function readTexts(path: string): string[] {
  const texts: string[] = []
  const code = readFileSync(path, 'utf8')
  if (!STRAIGHT.test(code)) return []
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest)
  const visit = (node: ts.Node): void => {
    if (
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      texts.push(node.text)
    node.forEachChild(visit)
  }
  visit(source)
  return texts
}

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' })

test('texts on screens have typographic apostrophes', () => {
  const straight = sources.filter(isScreenSource).flatMap((path) =>
    readTexts(join('app', path))
      .filter((text) => STRAIGHT.test(text) && !SPEC_TEXTS.some((spec) => text.includes(spec)))
      .map((text) => `${path}: ${text}`),
  )
  expect(straight.join('\n')).toBe('')
})
