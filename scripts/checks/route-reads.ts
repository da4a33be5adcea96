import ts from 'typescript'

/** Types of parameters that say who asks. */
const PERSON = /\b(Tutor|Account|Actor)\b/
/** Parameters that are the secret of an address. */
const SECRET = /^(token|confirmToken)$/
/** Names of functions that say that anyone may have what they return. */
const PUBLIC = /Public|Published|Website/

/** Functions that routes may call without a person, with the reason. */
export const withoutPerson = new Map([
  ['addEnquiry', 'A visitor writes to the office.'],
  ['signUp', 'A visitor signs up for the newsletter.'],
  ['requestUnsubscribeLink', 'A subscriber asks for a mail, and learns nothing here.'],
  ['hasAccounts', 'The first page of a new centre, at its secret address.'],
  ['setUp', 'The same. It refuses once there is an account.'],
  ['findPage', 'A page of the website as tutors published it.'],
  ['findShownPage', 'The same as visitors see it.'],
  ['removeHiddenPictures', 'Its pictures.'],
  ['findCentre', 'The website shows these details.'],
  ['hasOwnCentreDetails', 'Whether the website shows the centre’s own details or ours.'],
])

/**
 * The exported functions of a module that take the database but nothing that says who asks, and whose names do not say that what they
 * return is public.
 */
export function findUnguardedFunctions(file: string, text: string): string[] {
  return parse(file, text).statements.flatMap((statement) =>
    listExportedFunctions(statement).flatMap(([name, { parameters }]) => {
      const types = parameters.map(({ type }) => type?.getText() ?? '')
      const isGuarded =
        types.some((type) => PERSON.test(type)) || parameters.some((one) => SECRET.test(one.name.getText()))
      return types.some((type) => /\bDatabase\b/.test(type)) && !isGuarded && !PUBLIC.test(name) ? name : []
    }),
  )
}

const parse = (file: string, text: string) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)

function listExportedFunctions(statement: ts.Statement): [name: string, made: ts.SignatureDeclaration][] {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? 'default', statement]]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [[name.getText(), initializer] as [string, ts.SignatureDeclaration]]
      : [],
  )
}

/** What a route or an API call imports or exports of `unguarded`, the names of functions by module. One line each. */
export function findUnguardedReads(file: string, text: string, unguarded: Map<string, readonly string[]>): string[] {
  return parse(file, text).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const { moduleSpecifier } = statement
    const names = (moduleSpecifier && ts.isStringLiteral(moduleSpecifier) && unguarded.get(moduleSpecifier.text)) || []
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause
    const isWhole = !bindings || ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)
    const used = isWhole ? names : bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
    return names
      .filter((name) => used.includes(name) && !withoutPerson.has(name))
      .map((name) => `${file}: ${name} of ${(moduleSpecifier as ts.StringLiteral).text} does not ask who reads`)
  })
}
