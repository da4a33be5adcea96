import type { Location, MetaFunction } from '@remix-run/react'

/** A loader's data, as its component gets it. */
type LoaderData<Loader> = NonNullable<Parameters<MetaFunction<Loader>>[0]['data']>

/** Who may send a request. 'session' includes users who must still set up a second step. */
export type AccessLevel = 'anyone' | 'session' | 'user' | 'tutor'

/** A route's handlers: the loader reads, the action changes. */
export type HandlerName = 'loader' | 'action'

/** Maximum size of a request body (domain/limits/table.ts): 64 kB, 1 MB, 4 MB with a recording, or 16 MB with files. */
export type BodySize = 'form' | 'text' | 'recording' | 'files'

/** The sub-tab of a tutor's screen. */
export interface SubTab {
  label: string
  /** The rest of the label, hidden on narrow pages except from screen readers. */
  more?: string
  /** Its position among the sub-tabs, from 1. */
  place: number
}

/** The browser's files for screens that people need seldom (vite/browser-files.ts). */
type SeldomBundle =
  | 'password'
  | 'home'
  | 'steps'
  | 'register'
  | 'view'
  | 'photos'
  | 'permissions'
  | 'website'
  | 'records'
  | 'imports'

/** What a route declares as its `handle`. */
export interface ScreenDefinition<Data = never> {
  /** Who may call the loader and the action, or each of them. Everyone else is refused. */
  access: AccessLevel | Partial<Record<HandlerName, AccessLevel>>
  /** Maximum size of its action's body; 'form' by default. */
  body?: BodySize
  /** Whether its action checks passwords of anonymous visitors, who wait in a queue (http/limits/queues.ts). */
  logsIn?: boolean
  /** The page's title, or a function of its loader's data. Layouts have none. */
  title?: string | ((data: Data | undefined) => string)
  /** Distinguishes the page from others with the same title: a record's name, for example. */
  detail?: (data: Data, location: Location) => string | undefined
  /** The same, from the URL alone, so that it works when loading failed. */
  detailFromUrl?: (location: Location) => string | undefined
  /** Whether caches and search engines may store it; inherited from the layout, 'private' by default. */
  cache?: 'public' | 'private'
  /** The Referrer-Policy of a URL that contains a secret, if it differs from the site's. */
  referrer?: 'no-referrer' | 'strict-origin'
  /** Whether its page may use the microphone, and play what it records. Links to it must load it whole. */
  microphone?: boolean
  /** The sub-tab that links to the screen, if any. */
  tab?: SubTab
  /** For search engines. */
  description?: string | ((data: Data) => string | undefined)
  /** Whether the browser loads scripts; inherited from the layout. */
  scripts?: boolean | ((data: Data | undefined) => boolean)
  /** The browser's file for its code, if people need the screen seldom, so that their other pages do not load it. */
  bundle?: SeldomBundle
  /** Whether visitors come to do one thing, such as logging in. The footer is then short. Only for screens of the site. */
  isTask?: boolean | ((data: Data | undefined) => boolean)
}

/** Declares a route's access, title and scripts. A route without it refuses everyone. */
export function defineScreen<Loader = never>(
  screen: ScreenDefinition<LoaderData<Loader>>,
): ScreenDefinition<LoaderData<Loader>> {
  return screen
}

/** Returns the access level that a route's loader or action requires; undefined if it refuses everyone. */
export function getRequiredAccess(
  screen: Pick<ScreenDefinition, 'access'> | undefined,
  handler: HandlerName,
): AccessLevel | undefined {
  const access = screen?.access
  return typeof access === 'object' ? access[handler] : access
}
