/** What a guide's page shows: a step by its number, all steps, the end, or nothing that its address names. */
export type GuideView = number | 'all' | 'done' | null

/** The id of the guide on its page. Links lead to it, so that a phone shows the picture, the sentence and Next at once. */
export const GUIDE_ID = 'steps'

export const getStepPath = (path: string, view: Exclude<GuideView, null>) => `${path}?step=${view}#${GUIDE_ID}`

/** The view that an address requests of a guide with `count` steps. */
export function readGuideView(url: string, count: number): GuideView {
  const step = new URL(url).searchParams.get('step')
  if (step === 'all' || step === 'done') return step
  return step && /^\d{1,3}$/.test(step) ? Math.min(Math.max(Number(step), 1), count) : null
}

/** 'Step 3 of 7', for the title of the page. */
export const describeView = (view: GuideView, count: number) =>
  typeof view === 'number'
    ? `Step ${view} of ${count}`
    : view === 'all'
      ? 'All steps'
      : view === 'done'
        ? 'Done'
        : undefined
