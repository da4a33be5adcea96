import type { Compilable, CompiledQuery } from 'kysely'
import { runCompiledRead } from './open'
import type { Database } from './schema'

class Placeholder {
  constructor(readonly index: number) {}

  [Symbol.toPrimitive](): never {
    throw new Error('A compiled query is made before its values are known: pass what is computed from them as a value.')
  }
}

/**
 * Returns a function that reads the rows of a query, which `build` makes once for all calls: Kysely takes longer to build and compile most
 * queries than SQLite to run them. Whatever changes between calls, such as today, must be one of the `values`: `build` gets placeholders.
 */
export function compileRead<Values extends unknown[], Row>(
  build: (db: Database, ...values: Values) => Compilable<Row>,
): (db: Database, ...values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, ...values) => {
    compiled ??= build(db, ...(values.map((_, index) => new Placeholder(index)) as Values)).compile()
    const parameters = compiled.parameters.map((one) => (one instanceof Placeholder ? values[one.index] : one))
    return (await runCompiledRead<Row>(db, { ...compiled, parameters })).rows
  }
}
