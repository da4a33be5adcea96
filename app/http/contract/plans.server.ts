import { cursorPageIn } from '~/domain/cursor-page.server'
import { addPlan, changePlan, listActivePlans, listPlans, removePlan } from '~/domain/plans/plans.server'
import { planRecord } from '~/domain/plans/record'
import { newPlan } from '~/domain/plans/schema'
import { changes, type Group, list } from './call.server'

export const plans: Group = {
  name: 'Strategic plans',
  description: 'The strategic plans of the centre.',
  calls: [
    list('getStrategicPlans', '/api/strategic-plans', {
      who: 'tutor',
      summary: 'List strategic plans',
      description: 'Gives all strategic plans, the active ones first.',
      gives: planRecord,
      run: async ({ db, asked }) => cursorPageIn(await listPlans(db), asked),
    }),
    list('getActiveStrategicPlans', '/api/strategic-plans/active', {
      who: 'anyone',
      summary: 'List active strategic plans',
      description: 'Gives the plans that the website shows as active.',
      gives: planRecord,
      run: async ({ db, asked }) => cursorPageIn(await listActivePlans(db), asked),
    }),
    ...changes('/api/strategic-plans', {
      id: 'StrategicPlan',
      noun: 'a strategic plan',
      record: 'plan',
      adds: '. Only the HTML in its content that is safe to show is kept.',
      rules: newPlan,
      gives: planRecord,
      example: {
        title: 'Open doors',
        description: 'Three years, three aims.',
        startYear: 2025,
        endYear: 2028,
        content: '<p>One: more days out.</p>',
        isActive: true,
      },
      changed: { isActive: false, version: 1 },
      add: ({ db, user, body }) => addPlan(db, user, body),
      change: ({ db, user, id, body }) => changePlan(db, user, id, body),
      remove: ({ db, user, id }) => removePlan(db, user, id),
    }),
  ],
}
