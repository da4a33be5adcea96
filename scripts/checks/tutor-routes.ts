import ts from 'typescript'
import { getRequiredAccess, type HandlerName } from '../../app/screen'

const PAGES = '~/http/forms/pages.server'
/** Functions, by module, that make the loaders and actions of tutors' screens: they pass on a Tutor, or refuse everyone. */
const MAKERS = new Map([
  [PAGES, /^create\w+(Loader|Action)$/],
  ['~/http/errors/refusal', /^allowMethods$/],
])
const SCREEN = 'defineScreen'
const HANDLERS: HandlerName[] = ['loader', 'action']

type DeclaredAccess = NonNullable<Parameters<typeof getRequiredAccess>[0]>['access']

/**
 * Loaders and actions of a route's source that its `handle` opens to tutors only, but that no maker made: such a handler may forget to ask
 * who the reader is. Also exports and access that can't be read from the source. One line each.
 */
export function findTutorRouteFaults(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const makers = new Set(source.statements.filter(ts.isImportDeclaration).flatMap(findMakers))
  const trusted = new Set([...makers, SCREEN])
  const declared = new Map<string, ts.Expression | undefined>()
  const exportedElsewhere = new Set<string>()
  const faults: string[] = []
  for (const statement of source.statements) {
    for (const name of listOtherNames(statement))
      if (trusted.has(name)) faults.push(`${file}: another ${name} is declared here`)
    if (ts.isFunctionDeclaration(statement) && statement.name) declared.set(statement.name.text, undefined)
    if (ts.isExportDeclaration(statement)) {
      const named = statement.exportClause && ts.isNamedExports(statement.exportClause) ? statement.exportClause : null
      if (!named) faults.push(`${file}: exports must be named, so that this check sees a loader among them`)
      for (const { name } of named?.elements ?? []) exportedElsewhere.add(name.text)
    }
    if (!ts.isVariableStatement(statement)) continue
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    const isConst = Boolean(statement.declarationList.flags & ts.NodeFlags.Const)
    if (isExported && !isConst) faults.push(`${file}: exports must be const`)
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name)) declared.set(name.text, initializer)
      else if (isExported) faults.push(`${file}: exports must not be destructured`)
    }
  }
  for (const name of exportedElsewhere) declared.set(name, undefined)
  if (!declared.has('handle')) return faults
  const access = readAccess(declared.get('handle'))
  if (!access) return [...faults, `${file}: access must be written out in the route’s defineScreen`]
  for (const handler of HANDLERS) {
    if (!declared.has(handler) || getRequiredAccess({ access }, handler) !== 'tutor') continue
    const made = declared.get(handler)
    if (made && ts.isCallExpression(made) && makers.has(made.expression.getText())) continue
    faults.push(`${file}: the ${handler} is for tutors, so one of ${PAGES}’s functions must make it`)
  }
  return faults
}

/** The local names of the makers that a statement imports. */
function findMakers(statement: ts.ImportDeclaration): string[] {
  const pattern = MAKERS.get(getModule(statement))
  return pattern ? listImports(statement).flatMap(({ local, imported }) => (pattern.test(imported) ? local : [])) : []
}

const getModule = ({ moduleSpecifier }: ts.ImportDeclaration) => (moduleSpecifier as ts.StringLiteral).text

/** The names that a statement imports, without types. */
function listImports({ importClause }: ts.ImportDeclaration): { local: string; imported: string }[] {
  if (!importClause || importClause.isTypeOnly) return []
  const { name, namedBindings } = importClause
  const other = namedBindings && ts.isNamespaceImport(namedBindings) ? namedBindings.name : undefined
  const whole = [name, other].flatMap((one) => (one ? { local: one.text, imported: '*' } : []))
  const elements = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : []
  const named = elements.filter(({ isTypeOnly }) => !isTypeOnly)
  return [...whole, ...named.map((one) => ({ local: one.name.text, imported: (one.propertyName ?? one.name).text }))]
}

/** The names that a statement declares, or imports from elsewhere than the makers’ modules and that of defineScreen. */
function listOtherNames(statement: ts.Statement): string[] {
  if (ts.isImportDeclaration(statement)) {
    const isTrusted = (imported: string) =>
      MAKERS.get(getModule(statement))?.test(imported) || (getModule(statement) === '~/screen' && imported === SCREEN)
    return listImports(statement).flatMap(({ local, imported }) => (isTrusted(imported) ? [] : local))
  }
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => listBoundNames(name))
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement) ||
    ts.isImportEqualsDeclaration(statement)
  return isNamed && statement.name ? [statement.name.text] : []
}

const listBoundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isBindingElement(one) ? listBoundNames(one.name) : []))

/** The access that `defineScreen({ access: … })` declares; null unless all of it is written there. */
function readAccess(initializer: ts.Expression | undefined): DeclaredAccess | null {
  if (!initializer || !ts.isCallExpression(initializer) || initializer.expression.getText() !== SCREEN) return null
  const access = readProperties(initializer.arguments[0])?.get('access')
  if (access && ts.isStringLiteral(access)) return access.text as 'tutor'
  const levels = [...(readProperties(access) ?? [])]
  const isWritten = levels.length > 0 && levels.every(([, level]) => level && ts.isStringLiteral(level))
  return isWritten ? Object.fromEntries(levels.map(([name, level]) => [name, (level as ts.StringLiteral).text])) : null
}

/**
 * The properties of an object literal, undefined where one is no `name: value`; null if it is no object literal, or a spread or a
 * computed name may add others.
 */
function readProperties(object: ts.Expression | undefined): Map<string, ts.Expression | undefined> | null {
  if (!object || !ts.isObjectLiteralExpression(object)) return null
  const properties = new Map<string, ts.Expression | undefined>()
  for (const one of object.properties) {
    if (!one.name || !ts.isIdentifier(one.name)) return null
    properties.set(one.name.text, ts.isPropertyAssignment(one) ? one.initializer : undefined)
  }
  return properties
}
