import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Folders with texts for visitors, students and tutors. Backups and operator texts are for the people who run the product. */
const folders = ['auth', 'domain', 'http', 'mail', 'routes', 'ui']
const centreWords = /\b(?:Riverbank|Luas|(?<!Europe\/)Dublin)\b/

const known: Record<string, RegExp> = {
  // The product's name, in an operator's command.
  'app/domain/website/transfer.server.ts': /newer version of Riverbank/,
  // The spec's learning centre, until a tutor enters another.
  'app/routes/dashboard/profile._index/route.tsx': /^ Centre Dublin$/,
  'app/routes/dashboard/profile.website.centre/route.tsx': /^ Centre Dublin’?\.$/,
}

function listTextsOfFile(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  if (!centreWords.test(source)) return []
  const texts: string[] = []
  const visitNode = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
    if (isText || ts.isJsxText(node)) texts.push(node.text)
    ts.forEachChild(node, visitNode)
  }
  visitNode(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return texts
}

test('no text of screens, emails and errors names our centre where the centre’s own name belongs', () => {
  const sources = folders
    .flatMap((folder) =>
      readdirSync(`app/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => `app/${folder}/${file}`),
    )
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|e2e)\.ts/.test(path))
  expect(sources.length).toBeGreaterThan(400)
  const texts = sources.flatMap((path) =>
    listTextsOfFile(path)
      .filter((text) => centreWords.test(text) && !known[path]?.test(text))
      .map((text) => `${path}: ${text.trim()}`),
  )
  expect(texts).toEqual([])
})
