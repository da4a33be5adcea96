import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder } from '../../../app/test/folder'
import { startRiverbank } from '../../../app/test/running'
import { createClone } from '../planted/plant'
import { waitUntil } from '../shared/measures'
import type { Topic } from '../shared/topics'

const STARTS = 3
const BUILDS = 2
/** A busy machine draws later, not never: a document waits at most ten minutes for a quiet one. In seconds. */
const MAX_DRAWING_TIME = 900

/** Builds Riverbank in clones again and again. Returns a function that ends that. */
function keepBuilding(): () => Promise<unknown> {
  const builders = Array.from({ length: BUILDS }, () =>
    spawn('sh', ['-c', 'while rm -rf build && scripts/build; do :; done'], {
      cwd: createClone(),
      detached: true,
      stdio: 'ignore',
    }),
  )
  return () =>
    Promise.all(
      builders.map((builder) => {
        const ended = once(builder, 'exit')
        process.kill(-builder.pid!, 'SIGKILL')
        return ended
      }),
    )
}

/** First starts of the demonstration with other builds beside it: each of its documents must be drawn. */
export const findFirstStartFaults: Topic = async ({ short }) => {
  const faults: string[] = []
  const stopBuilding = keepBuilding()
  try {
    for (let start = 1; start <= (short ? 1 : STARTS); start += 1) {
      using folder = createTemporaryFolder()
      const dataDir = join(folder.path, 'data')
      await using riverbank = await startRiverbank({ DATA_DIR: dataDir })
      const documents = riverbank.rows("select title, storageKey from files where fileType like 'application/%'")
      const read = ({ storageKey }: Record<string, unknown>) => {
        const path = join(dataDir, 'pages', String(storageKey), 'document-6.json')
        return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { state: string; reason?: string }) : null
      }
      const seconds = await waitUntil(() => documents.every((one) => read(one) !== null), MAX_DRAWING_TIME)
      console.log(
        `    start ${start}: ${documents.length} documents, ${seconds === undefined ? 'not all drawn' : `drawn after ${seconds.toFixed()} s`}`,
      )
      for (const one of documents) {
        const drawn = read(one)
        if (drawn === null || drawn.state === 'failed')
          faults.push(`${one.title}: ${drawn ? drawn.reason : `not drawn after ${MAX_DRAWING_TIME} s`}`)
      }
    }
  } finally {
    await stopBuilding()
  }
  return faults
}
