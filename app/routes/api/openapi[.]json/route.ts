import { openApi } from '~/http/openapi.server'

/** What the calls take and answer, for machines; README.md says it for people. */
export function loader() {
  return Response.json(openApi)
}
