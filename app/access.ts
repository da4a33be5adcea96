/** Who may ask: anyone; whoever is logged in ('user'), even before a second step that is demanded of them ('session'); tutors. */
export type Who = 'anyone' | 'session' | 'user' | 'tutor'

/** What answers a request of a route: its loader reads, its action changes. */
export type HandlerName = 'loader' | 'action'

/** For both, or for each that the route has. */
type Rule = Who | Partial<Record<HandlerName, Who>>

/** Who may ask what, by the folders of app/routes; `board.*` is all below it without a closer line. No line: nobody may. */
export const access: Record<string, Rule> = {
  root: { loader: 'anyone' },

  'site/$': 'anyone',
  'site/_index': { loader: 'anyone' },
  'site/[.]well-known.security[.]txt': 'anyone',
  'site/about': { loader: 'anyone' },
  'site/accessibility': { loader: 'anyone' },
  'site/achievements': { loader: 'anyone' },
  'site/board': { loader: 'anyone' },
  'site/away.$token': 'anyone',
  'site/calendar.$token': 'anyone',
  'site/card.$token': 'anyone',
  'site/card._index': 'anyone',
  'site/confirm.$token': 'anyone',
  'site/contact': 'anyone',
  'site/easy-read.*': 'anyone',
  'site/events': { loader: 'anyone' },
  'site/events[.]ics': 'anyone',
  'site/icon[.]png': 'anyone',
  'site/login': 'anyone',
  'site/news.$id': { loader: 'anyone' },
  'site/news._index': { loader: 'anyone' },
  'site/news.feed': 'anyone',
  'site/portal': 'anyone',
  'site/privacy': { loader: 'anyone' },
  'site/programmes': { loader: 'anyone' },
  'site/resources.$id': { loader: 'anyone' },
  'site/resources._index': { loader: 'anyone' },
  'site/robots[.]txt': 'anyone',
  'site/settings': 'anyone',
  'site/setup.$secret': 'anyone',
  'site/sitemap[.]xml': 'anyone',
  'site/terms': { loader: 'anyone' },
  'site/unsubscribe.$token': 'anyone',
  'site/unsubscribe._index': 'anyone',

  'dashboard/layout': { loader: 'user' },
  'dashboard/$': 'user',
  'dashboard/_index': { loader: 'user', action: 'tutor' },
  'dashboard/files.*': 'tutor',
  'dashboard/files.$id._index': { loader: 'user' },
  'dashboard/timetable.*': 'tutor',
  'dashboard/timetable._index': { loader: 'user', action: 'tutor' },
  'dashboard/timetable.week._index': { loader: 'user', action: 'tutor' },
  'dashboard/timetable.$id._index': { loader: 'user' },
  'dashboard/calendar.*': 'tutor',
  'dashboard/calendar._index': { loader: 'user', action: 'tutor' },
  'dashboard/calendar.address': 'user',
  'dashboard/notices.*': 'tutor',
  'dashboard/notices._index': 'user',
  'dashboard/notices.qqi._index': { loader: 'user', action: 'tutor' },
  'dashboard/notices.qqi.$id._index': { loader: 'user', action: 'tutor' },
  'dashboard/newsletter.*': 'tutor',
  'dashboard/resources.*': 'tutor',
  'dashboard/board.*': 'tutor',
  'dashboard/board_.*': 'tutor',
  'dashboard/profile.*': 'tutor',
  'dashboard/password._index': 'user',
  'dashboard/password.second-step.*': 'tutor',
  'dashboard/password.told': 'tutor',
  'dashboard/photos-of-you': 'user',
  'dashboard/preview': { loader: 'anyone', action: 'tutor' },

  'files/$id': { loader: 'user', action: 'anyone' },
  'files/board.$id': 'anyone',
  'files/newsletter.$address': 'anyone',
  'files/website.$name': 'anyone',

  // The contract says who may make each of its calls (http/contract).
  'api/$': 'anyone',
}

const rules = new Map(Object.entries(access))

/** The line of the table for a route's folder, such as 'dashboard/board.new': its own, or of those with `.*` the one that fits most closely. */
export function lineOf(folder: string): string | undefined {
  const parts = folder.split('.')
  const sections = parts.map((_, place) => `${parts.slice(0, parts.length - place).join('.')}.*`)
  return [folder, ...sections].find((line) => rules.has(line))
}

/** Who may ask a route's loader or action; undefined where nobody may. */
export function whoMay(folder: string, handler: HandlerName): Who | undefined {
  const rule = rules.get(lineOf(folder) ?? '')
  return typeof rule === 'object' ? rule[handler] : rule
}
