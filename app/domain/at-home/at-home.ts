/** How long a family sees what a student chose, in days. */
export const HOME_DAYS = 30

/** A session of a day at home: without place, person or reason, which may name others. */
export interface HomeSession {
  from: string
  to: string
  activity: string
}

/** What a student shows at home, as the student and tutors see it. */
export interface HomeItem {
  id: number
  kind: 'picture' | 'file' | 'day'
  title: string
  shownAt: string
  /** True while the family does not see it, because of a person in the picture, or because the student no longer sees it. */
  isHidden: boolean
}

/** Whether a student shows something at home: an id once it is shown, or whether they can show it. */
export type HomeChoice = { id: number } | { id: null; canShow: boolean }
