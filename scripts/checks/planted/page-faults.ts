import type { Fault } from './plant'

const createSeenIn = (test: string) => (named: string) => ({ test, named, isBuilt: true }) as const
const seenInScreens = createSeenIn('app/routes/dashboard/screens.test.ts')
const seenInServedPages = createSeenIn('app/routes/served-pages.test.ts')
const seenInFailingForms = createSeenIn('app/routes/failing-forms.slow.test.ts')

/** Faults in pages that tests without a browser detect, by their effect. */
export const pageFaults: Record<string, Fault> = {
  'the students who opened a file are counted wrong': {
    why: 'tutors believe that students have read what they have not, and the reverse',
    file: 'app/routes/parts/files/document-row.tsx',
    find: 'students.length - names.length} of',
    replace: 'students.length} of',
    check: seenInScreens('a tutor sees who has not opened a shared file'),
  },
  'a new event forgets the day that it was asked for on': {
    why: 'an event added from a day’s panel has no day, and tutors put it on a wrong one',
    file: 'app/routes/dashboard/calendar.new/route.tsx',
    find: `date: day ? formatIsoDay(day) : ''`,
    replace: `date: ''`,
    check: seenInScreens('a new event is on the day whose panel led to it'),
  },
  'today is not marked in the calendar': {
    why: 'nobody, by eye or by screen reader, finds today in the calendar',
    file: 'app/routes/dashboard/calendar._index/month-table.tsx',
    find: 'const isToday = iso === marks.today',
    replace: 'const isToday = false',
    check: seenInScreens('today is marked as the current date, whichever day is chosen'),
  },
  'reversed dates of a timetable pass without a warning': {
    why: 'a timetable with reversed dates is never noticed',
    file: 'app/routes/parts/timetables/save-result.server.ts',
    find: 'endsBeforeItStarts(timetable) ?',
    replace: '!timetable ?',
    check: seenInScreens('a timetable that ends before it starts'),
  },
  'a closed day hides the activities that it cancels': {
    why: 'a tutor who closes a day does not learn which sessions that cancels',
    file: 'app/routes/parts/calendar/closed-days.server.ts',
    find: 'const names = [...titles, ...activities]',
    replace: 'const names = [...titles]',
    check: seenInScreens('on a day that a tutor closes, nothing is on'),
  },
  'a picture leads back to the first page of the list': {
    why: 'students lose their place in a long list of files',
    file: 'app/routes/dashboard/files.$id._index/route.tsx',
    find: '{getMyFilesPath(parameters)}',
    replace: `{'/dashboard'}`,
    check: seenInScreens('a picture leads back to the page of the list that it was opened on'),
  },
  'printed pictures wait until they are scrolled to': {
    why: 'printed pages have empty frames instead of pictures',
    file: 'app/ui/portal/file-image.tsx',
    find: `isEager ? 'eager' : 'lazy'`,
    replace: `'lazy'`,
    check: seenInScreens('a student’s printed page has its pictures'),
  },
  'an event on a closed day seems to take place': {
    why: 'people come to an event that is cancelled',
    file: 'app/ui/badge.tsx',
    find: `return cancelled ? 'Not on: the centre is closed' : null`,
    replace: 'return null',
    check: seenInScreens('on a day that a tutor closes, nothing is on'),
  },
  'a new session forgets the time that it was asked for at': {
    why: 'an empty place of the week opens a form for another time',
    file: 'app/routes/dashboard/timetable.week.plan/route.tsx',
    find: `from: parameters.get('from') ?? ''`,
    replace: `from: ''`,
    check: seenInScreens('an empty place of the week opens the form with its day and time'),
  },
  'a series counts one date too few': {
    why: 'the list of events says a wrong number of dates',
    file: 'app/domain/events/event-lines.server.ts',
    find: 'dates.length} times',
    replace: 'dates.length - 1} times',
    check: seenInScreens('a series is one line of the list'),
  },
  'a missing picture of a newsletter is not reported': {
    why: 'a newsletter goes out with a placeholder instead of a picture',
    file: 'app/routes/parts/newsletters/mail-notice.tsx',
    find: 'if (missing.length === 0) return null',
    replace: 'return null',
    check: seenInScreens('a missing picture in the text is reported'),
  },
  'a refused search answers 200': {
    why: 'programs take a refused search for an empty log',
    file: 'app/routes/dashboard/profile.activity/route.tsx',
    find: 'lines: [], result: submission.reply(), isNarrowed: true }, { status: 400 })',
    replace: 'lines: [], result: submission.reply(), isNarrowed: true })',
    check: seenInScreens('an invalid day is reported next to its field'),
  },
  'the second page of a list has the title of the first': {
    why: 'the second page of a list has the title of the first, so tabs and history look alike (WCAG 2.4.2)',
    file: 'app/ui/browser/page-meta.ts',
    find: 'return page > 1 ?',
    replace: 'return page > 2 ?',
    check: seenInServedPages('titles name the record, the tab, the page of a list and the search'),
  },
  'the footer does not lead to unsubscribing': {
    why: 'a reader without a mail finds no way to unsubscribe',
    file: 'app/ui/site/site-footer.tsx',
    find: `{ to: paths.unsubscribe.index, label: 'Unsubscribe' }`,
    replace: `{ to: paths.contact, label: 'Unsubscribe' }`,
    check: seenInServedPages('the footer helps to unsubscribe, and is short where visitors do one thing'),
  },
  'the newsletter’s link on What’s on leads to another form': {
    why: 'a visitor who wants the newsletter is led to the wrong form',
    file: 'app/routes/site/events/route.tsx',
    find: 'paths.contact}#news',
    replace: 'paths.contact}#enquiry',
    check: seenInServedPages('without events What’s on says so, and suggests the newsletter'),
  },
  'the portal’s help changes its order': {
    why: 'the help is in another order than elsewhere (WCAG 3.2.6)',
    file: 'app/ui/portal/portal-frame.tsx',
    find: 'policies.notHappy, policies.accessibility, policies.settings',
    replace: 'policies.accessibility, policies.notHappy, policies.settings',
    check: seenInServedPages('the portal greets a tutor, and ends with the help'),
  },
  'an unknown page leads elsewhere than Home': {
    why: 'the link home of an unknown page leads elsewhere',
    file: 'app/ui/error-page.tsx',
    find: '<ButtonLink to={paths.home} reloadDocument>',
    replace: '<ButtonLink to={paths.contact} reloadDocument>',
    check: seenInServedPages('/no/such/page is not found, and links onwards'),
  },
  'blocked cookies are not reported': {
    why: 'a browser that blocks cookies says that everything is saved, and nothing is',
    file: 'app/routes/site/settings/route.tsx',
    find: 'session ? paths.settings : ',
    replace: 'true ? paths.settings : ',
    check: seenInServedPages('the settings say that they could not be saved'),
  },
  'a failed sign-up has another title': {
    why: `the spec's title of a failed sign-up is gone`,
    file: 'app/ui/forms/failure.ts',
    find: `title: 'Subscription failed'`,
    replace: `title: 'Error'`,
    check: seenInFailingForms('Riverbank News'),
  },
  'a link that was not sent is not reported': {
    why: 'a reader does not learn that no link was sent',
    file: 'app/routes/site/unsubscribe._index/route.tsx',
    find: 'failure="Failed to send the link"',
    replace: 'failure="Try again later"',
    check: seenInFailingForms('Get the link by email'),
  },
  'a tutor’s note of an absence looks like the family’s message': {
    why: `tutors take their own note of a phone call for the family's message`,
    file: 'app/routes/dashboard/timetable.away/route.tsx',
    find: `'Recorded by a tutor'`,
    replace: `'Told us: the family'`,
    check: seenInServedPages('a tutor records a phone call about an absence'),
  },
  'a failed change of an enquiry looks saved': {
    why: 'a tutor believes that an enquiry is answered, and the family waits',
    file: 'app/routes/dashboard/profile.enquiries._index/route.tsx',
    find: `failure: 'Failed to update the enquiry'`,
    replace: `failure: 'Enquiry updated'`,
    check: seenInFailingForms('Mark as answered'),
  },
}
