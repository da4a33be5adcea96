import type { LoaderFunctionArgs } from '@remix-run/node'
import { getTutor } from '~/auth/identity.server'
import { exportMonth, parseMonth } from '~/domain/attendance/month.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor' })

/** A month's register as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const month = parseMonth(new URL(args.request.url).searchParams.get('month'))
  const list = await exportMonth(args.context.db, getTutor(args), month)
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="register-${month}.csv"`,
  }
  return new Response(list, { headers })
}
