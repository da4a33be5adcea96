import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Where words of ours are seen by visitors, students and tutors; backups and operator speak to whoever runs the product. */
const folders = ['auth', 'domain', 'http', 'mail', 'routes', 'ui']
const theirs = /\b(?:Riverbank|Luas|(?<!Europe\/)Dublin)\b/

/** By file, what may be said there, and why. */
const known: Record<string, RegExp> = {
  // The product's own name, in a command of the operator's.
  'app/domain/website/carry.server.ts': /newer version of Riverbank/,
  // The learning centre as the spec has it, until a tutor enters another.
  'app/routes/dashboard/profile._index/route.tsx': /^ Centre Dublin$/,
  'app/routes/dashboard/profile.website.centre/centre-form.tsx': /^ Centre Dublin’?\.$/,
}

/** The texts in a source file: what stands in quotation marks, and between tags. */
function textsIn(path: string): string[] {
  const texts: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText || ts.isJsxText(node)) texts.push(node.text)
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return texts
}

test('no words of the screens, mails and refusals name our centre where a centre’s own name belongs', () => {
  const sources = folders
    .flatMap((folder) =>
      readdirSync(`app/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `app/${folder}/${file}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|e2e)\.ts/.test(path))
  expect(sources.length).toBeGreaterThan(400)
  const said = sources.flatMap((path) =>
    textsIn(path)
      .filter((text) => theirs.test(text) && !known[path]?.test(text))
      .map((text) => `${path}: ${text.trim()}`),
  )
  expect(said).toEqual([])
})
