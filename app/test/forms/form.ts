import type { Locator, Page } from 'playwright/test'
import type { Person, RunningRiverbank } from '../browser'
import { pdf } from '../samples'

/** One form of the site: how to come to it, fill it in and send it, and what it says and saves. */
export interface SiteForm {
  name: string
  as?: Person
  /** The form's address; prepares the database where that is needed. */
  at: string | ((riverbank: RunningRiverbank) => string | Promise<string>)
  /** The form among the page's. */
  form: string
  fill?: (form: Locator, page: Page) => Promise<unknown>
  press: string
  /** What it says when it was not saved, for a status or what stands for one. */
  says: (status: string) => string
  /** The title above that; 'Error' unless given. */
  title?: string
  /** The title and the words of its success, where the spec's error catalogue has them. */
  tells?: [title: string, text: string]
  /** Counts what it saves: one more, or the number given, after it was saved once. */
  saved: string
  by?: number
  /** The table whose changes are refused to make the server fail; the log of the portal unless given. */
  fails?: string
  /** True where nothing is typed. */
  isQuestion?: boolean
  /** True where a failure of the server is told at the top of the page. */
  toldAbove?: boolean
  /** The form that a page served after a failure shows, where it is another. */
  servedIn?: string
}

/** The id of the first row of a table. */
export const idOf = ({ rows }: RunningRiverbank, table: string, where = '1') =>
  Number(rows(`select id from ${table} where ${where} order by id limit 1`)[0]?.id)
export const always = (words: string) => () => words
export const upload = (status: string) => `Failed to upload file: ${status}`
/** Counts the lines of the portal's log about a action. */
export const log = (action: string, noun: string) =>
  `select count(*) as n from activity where action = '${action}' and noun = '${noun}'`
const textFile = { name: 'choir.pdf', mimeType: 'application/pdf', buffer: pdf() }
/** Chooses a file that every form takes. */
export const anyFile = (form: Locator, label = 'File') =>
  form.getByLabel(label, { exact: true }).setInputFiles(textFile)

/** A confirmation; the log then says that `action` was done to a `noun`. */
export const question = (
  what: string,
  at: SiteForm['at'],
  noun: string,
  press = 'Delete',
  action = 'deleted',
): SiteForm => ({
  name: `${press} ${what}`,
  as: 'aoife',
  at,
  form: `form:has(button:text-is("${press}"))`,
  press,
  says: always(`Failed to ${what}`),
  saved: log(action, noun),
  isQuestion: true,
})
/** The confirmation of a delete, with the words of the spec's catalogue after it. */
export const removal = (what: string, at: SiteForm['at'], tells?: SiteForm['tells']): SiteForm => ({
  ...question(`delete ${what}`, at, what),
  name: `Delete ${what}`,
  tells,
})
