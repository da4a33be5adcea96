import { boardForms } from './forms/board'
import { calendarForms } from './forms/calendar'
import { fileForms } from './forms/files'
import type { SiteForm } from './forms/form'
import { newsletterForms } from './forms/newsletters'
import { noticeForms } from './forms/notices'
import { peopleForms } from './forms/people'
import { publicForms } from './forms/public'
import { websiteForms } from './forms/website'

/** Every form of the site but the log-in, whose answers are its own. */
export const siteForms: SiteForm[] = [
  ...publicForms,
  ...fileForms,
  ...calendarForms,
  ...newsletterForms,
  ...boardForms,
  ...noticeForms,
  ...peopleForms,
  ...websiteForms,
]
