import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder, which is removed with all in it at the end of the block that is `using` it. */
export function createTemporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'riverbank-folder-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
