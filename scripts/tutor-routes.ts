import ts from 'typescript'
import { getRequiredAccess, type HandlerName } from '../app/screen'

/** Modules whose functions make the loaders and actions of tutors' screens: they pass on a Tutor, or refuse everyone. */
const MAKERS = ['~/http/forms/pages.server', '~/http/errors/refusal']
const HANDLERS: HandlerName[] = ['loader', 'action']

/**
 * Loaders and actions of a route's source that its `handle` opens to tutors only, but that no maker made: such a handler may forget to ask
 * who the reader is. One line each.
 */
export function findTutorRouteFaults(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const makers = new Set<string>()
  const handlers = new Map<string, ts.Expression | undefined>()
  let access: Parameters<typeof getRequiredAccess>[0]
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) && MAKERS.includes((statement.moduleSpecifier as ts.StringLiteral).text)) {
      const named = statement.importClause?.namedBindings
      if (named && ts.isNamedImports(named)) for (const { name } of named.elements) makers.add(name.text)
    }
    if (ts.isFunctionDeclaration(statement) && statement.name) handlers.set(statement.name.text, undefined)
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      for (const { name } of statement.exportClause.elements) handlers.set(name.text, undefined)
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      handlers.set(name.getText(), initializer)
      if (name.getText() === 'handle' && initializer) access = readAccess(initializer)
    }
  }
  return HANDLERS.flatMap((handler) => {
    if (!handlers.has(handler) || getRequiredAccess(access, handler) !== 'tutor') return []
    const made = handlers.get(handler)
    const isMade = made && ts.isCallExpression(made) && makers.has(made.expression.getText())
    return isMade ? [] : [`${file}: the ${handler} is for tutors, so one of ${MAKERS[0]}’s functions must make it`]
  })
}

/** The access that `defineScreen({ access: … })` declares. */
function readAccess(initializer: ts.Expression): Parameters<typeof getRequiredAccess>[0] {
  const [screen] = ts.isCallExpression(initializer) ? initializer.arguments : []
  if (!screen || !ts.isObjectLiteralExpression(screen)) return undefined
  const find = (object: ts.ObjectLiteralExpression, name: string) =>
    object.properties.find((one) => ts.isPropertyAssignment(one) && one.name.getText() === name) as
      | ts.PropertyAssignment
      | undefined
  const access = find(screen, 'access')?.initializer
  if (!access) return undefined
  if (ts.isStringLiteral(access)) return { access: access.text as 'tutor' }
  if (!ts.isObjectLiteralExpression(access)) return undefined
  const levels = HANDLERS.map((handler) => [handler, (find(access, handler)?.initializer as ts.StringLiteral)?.text])
  return { access: Object.fromEntries(levels) }
}
