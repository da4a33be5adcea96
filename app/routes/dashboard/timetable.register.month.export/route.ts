import { exportMonth, parseMonth } from '~/domain/attendance/month.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', bundle: 'register' })

export const loader = createPageLoader(async (args) => {
  const month = parseMonth(new URL(args.request.url).searchParams.get('month'))
  const list = await exportMonth(args.context.db, args.tutor, month)
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="register-${month}.csv"`,
  }
  return new Response(list, { headers })
})
