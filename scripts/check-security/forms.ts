import { callsOf, type Document } from '../check-api/judge'
import { send } from '../check-api/wire'
import { Attack } from './attack'
import { type Body, bodies } from './bodies'
import { contactFaults } from './contact'
import { type Pace, quantile, tally } from './pace'
import { builtPlaces, type Place } from './places'
import { isKnown } from './records'
import { type Attempt, type Form, nameOf, Target } from './target'

/** Every page with a form, also as scripts send it, and every changing call; with those that no table knows as faults. */
export function formsOf(document: Document, built: Place[]): { forms: Form[]; faults: string[] } {
  const places = built.filter(({ hasAction }) => hasAction)
  const pages = places
    .filter(({ isCall }) => !isCall)
    .map(({ pattern, isIndex }) => ({ method: 'POST', pattern, suffix: isIndex ? '?index' : '' }))
  const calls = callsOf(document)
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => ({ method, pattern: path.replaceAll('{id}', ':id'), suffix: '' }))
  const unknown = [...pages, ...calls].filter(({ pattern }) => !isKnown(pattern))
  const undocumented = places.filter(({ isCall, pattern }) => isCall && !calls.some((call) => call.pattern === pattern))
  return {
    forms: [...pages, ...calls].filter(({ pattern }) => isKnown(pattern)),
    faults: [
      ...unknown.map((form) => `${nameOf(form)} has no row in scripts/check-security/records.ts`),
      ...undocumented.map(({ pattern }) => `${pattern} has an action and is not documented`),
    ],
  }
}

/** What is sent: in the long form everything everywhere; in the short one the worst everywhere, and each other body somewhere. */
function attemptsOf(forms: Form[], { short }: Pace): Attempt[] {
  const others = bodies.filter(({ isWorst }) => !isWorst)
  const perForm = Math.max(2, Math.ceil(others.length / forms.length))
  const share = (index: number) =>
    Array.from({ length: perForm }, (_, step) => others[(index * perForm + step) % others.length]!)
  const both = (form: Form, list: Body[]): Attempt[] =>
    (['anonymous', 'tutor'] as const).flatMap((by) => list.map((body) => ({ form, by, body })))
  const sample = (form: Form, index: number) =>
    both(form, [...bodies.filter(({ isWorst }) => isWorst), ...share(index)])
  if (short) return forms.flatMap(sample)
  const asScriptsDo = forms
    .filter(({ pattern }) => !pattern.startsWith('/api/'))
    .map(({ method, pattern, suffix }) => ({ method, pattern, suffix: `.data${suffix}` }))
  return [...forms.flatMap((form) => both(form, bodies)), ...asScriptsDo.flatMap(sample)]
}

/**
 * Sends hostile bodies to every form and call, without a log-in and as a tutor: each gets a quick, short response that is no 5xx
 * and no redirect to another site.
 */
export async function formFaults(pace: Pace): Promise<string[]> {
  const target = new Target()
  await target.start()
  try {
    const { text } = await send(target.riverbank.url, { method: 'GET', path: '/api/openapi.json' })
    const { forms, faults } = formsOf(JSON.parse(text) as Document, await builtPlaces())
    const attack = new Attack(target, pace)
    await attack.run(attemptsOf(forms, pace))
    const { findings, statuses, times, waits, leftOut, cutOff, deaths } = attack
    console.log(
      `Forms: ${forms.length} forms and calls, ${bodies.length} bodies, ${statuses.length} answers (${tally(statuses)}), ${leftOut} left out, ${cutOff} of more than 1 MB cut off
  answers: p50 ${quantile(times, 0.5).toFixed()} ms, p99 ${quantile(times, 0.99).toFixed()} ms, slowest ${Math.max(...times).toFixed()} ms; /healthz meanwhile: p99 ${quantile(waits, 0.99).toFixed()} ms, slowest ${Math.max(...waits).toFixed()} ms; the server was lost ${deaths} times`,
    )
    const atContact = await contactFaults(target.riverbank)
    const isLost = (await target.isWell()) ? [] : ['the server did not live through it']
    return [...faults, ...findings.inWords(), ...atContact, ...isLost]
  } finally {
    await target.stop()
  }
}
