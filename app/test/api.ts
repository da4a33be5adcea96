import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { answerCall } from '~/http/contract/contract.server'
import { protectRoutes } from '~/http/remix/protect-routes.server'
import type { Person, TestRiverbank } from './riverbank'

export interface ApiRequest {
  as?: Person
  /** A session's token. */
  bearer?: string
  json?: unknown
  form?: Record<string, string | File> | FormData
  body?: BodyInit
  headers?: Record<string, string>
  network?: string
}

const handle = createRequestHandler(
  protectRoutes({
    routes: {
      'routes/api/$': {
        id: 'routes/api/$',
        path: 'api/*',
        module: { loader: answerCall, action: answerCall, handle: { access: 'anyone' } },
      },
    },
    assets: { routes: {}, entry: { module: '', imports: [] }, url: '', version: '' },
    entry: { module: { default: () => new Response(), handleError: () => undefined } },
    future: { v3_singleFetch: true },
    basename: '/',
  } as unknown as ServerBuild),
  'production',
)

/** Calls the API, such as 'PATCH /api/events/3', by the product's own handler. `body` is the parsed JSON, or null. */
export async function sendApiRequest(riverbank: TestRiverbank, what: string, sent: ApiRequest = {}) {
  const [method = '', path = ''] = what.split(' ')
  const { as, bearer, json, form, network = '127.0.0.1' } = sent
  const headers = new Headers(sent.headers)
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  if (json !== undefined) headers.set('Content-Type', 'application/json')
  const body = json === undefined ? (form ? toFormData(form) : sent.body) : JSON.stringify(json)
  const request = await riverbank.request(path, { as, method, headers, body, duplex: 'half' } as RequestInit)
  const answer = await handle(request, { ...riverbank.context, network })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers }
}

function toFormData(fields: FormData | Record<string, string | File>): FormData {
  if (fields instanceof FormData) return fields
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
