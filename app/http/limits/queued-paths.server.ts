import type { ServerBuild } from '@remix-run/node'
import { mostBytesOf } from '~/http/contract/call.server'
import { patternsOfCalls } from '~/http/contract/contract.server'
import { pathMatcher, patternsWhere } from '~/http/remix/routes'
import { whoMay } from '~/screen'
import { FORM_LIMIT } from './body-sizes'
import type { DeclaredPaths } from './queues'

const isPersonal = (screen: Parameters<typeof whoMay>[0]) => (whoMay(screen, 'action') ?? 'anyone') !== 'anyone'

/** Which paths log in, take more than an ordinary form, and are for people who are logged in, by what routes and calls declare. */
export function queuedPaths(build: Pick<ServerBuild, 'routes'>): DeclaredPaths & { logsIn: (path: string) => boolean } {
  const logIns = patternsWhere(build, ({ logsIn }) => logsIn)
  const large = patternsWhere(build, (screen) => isPersonal(screen) && (screen.body ?? 'form') !== 'form')
  return {
    logsIn: pathMatcher([...logIns, ...patternsOfCalls(({ logsIn }) => logsIn)]),
    takesMuch: pathMatcher([...large, ...patternsOfCalls((call) => mostBytesOf(call) > FORM_LIMIT)]),
    isPersonal: pathMatcher(patternsWhere(build, isPersonal)),
  }
}
