import type { Location, MetaFunction } from '@remix-run/react'

/** What a route's loader gives, as its component gets it. */
type DataOf<Loader> = NonNullable<Parameters<MetaFunction<Loader>>[0]['data']>

/** Who may ask: anyone; users who are logged in; every session, also one that still has to set up a second step; tutors. */
export type Who = 'anyone' | 'session' | 'user' | 'tutor'

/** What answers a request of a route: its loader reads, its action changes. */
export type HandlerName = 'loader' | 'action'

/** The largest body that a route's action reads (http/limits/body-sizes.ts): 64 kB, 1 MB, or 16 MB with files. */
export type BodySize = 'form' | 'text' | 'files'

/** A sub-tab that leads to a tutor's screen. */
export interface SubTab {
  label: string
  /** The rest of its label, which only those who listen are told on a narrow page. */
  more?: string
  symbol:
    | 'calendar'
    | 'clock'
    | 'document'
    | 'download'
    | 'email'
    | 'newsletter'
    | 'people'
    | 'plus'
    | 'profile'
    | 'public'
  /** Its place among the sub-tabs of its tab, from 1 on. */
  place: number
}

/** What is declared of a route, as its `handle`. */
export interface Screen<Data = never> {
  /** Who may ask the loader and the action, or each of them. Who is not named here is refused. */
  access: Who | Partial<Record<HandlerName, Who>>
  /** The largest body that its action reads: an ordinary form unless given. */
  body?: BodySize
  /** Whether its action checks the passwords of strangers, who take turns (http/limits/queues.ts). */
  logsIn?: boolean
  /** What the page is called, after its loader's data where those decide; layouts have no title. */
  title?: string | ((data: Data | undefined) => string)
  /** Distinguishes the page from others with the same title: a record's name, for example. */
  detail?: (data: Data, location: Location) => string | undefined
  /** The same, of the address alone, also where nothing could be loaded. */
  detailOfAddress?: (location: Location) => string | undefined
  /** Whether caches and search engines may have it; what a route does not say, the layout around it does, and private where none does. */
  cache?: 'public' | 'private'
  /** The Referrer-Policy of an address that holds a secret, where it is not the site's. */
  referrer?: 'no-referrer' | 'strict-origin'
  /** Where a sub-tab leads to the screen. */
  tab?: SubTab
  /** More addresses at which the screen has parts of its own, with names such as :draft (test/screens.ts): the checks walk through them. */
  views?: readonly string[]
  /** For search engines. */
  description?: string | ((data: Data) => string | undefined)
  /** Whether the browser loads scripts; what a route does not say, the layout around it does. */
  scripts?: boolean | ((data: Data | undefined) => boolean)
}

/** Declares a route: who may ask what of it, what it is called, whether it has scripts. Without this it is refused to everyone. */
export function defineScreen<Loader = never>(screen: Screen<DataOf<Loader>>): Screen<DataOf<Loader>> {
  return screen
}

/** Who may ask a route's loader or action; undefined where nobody may. */
export function whoMay(screen: Pick<Screen, 'access'> | undefined, handler: HandlerName): Who | undefined {
  const access = screen?.access
  return typeof access === 'object' ? access[handler] : access
}
