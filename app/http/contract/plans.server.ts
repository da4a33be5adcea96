import { planRecord } from '~/domain/plans/record'
import { newPlan } from '~/domain/plans/schema'
import { change, type Group, json, list, patch, post, remove } from './call.server'

export const plans: Group = {
  name: 'Strategic plans',
  description: 'The strategic plans of the centre.',
  calls: [
    list('getStrategicPlans', '/api/strategic-plans', {
      summary: 'List strategic plans',
      description: 'Gives all strategic plans, the active ones first.',
      gives: planRecord,
    }),
    list('getActiveStrategicPlans', '/api/strategic-plans/active', {
      summary: 'List active strategic plans',
      description: 'Gives the plans that the website shows as active.',
      gives: planRecord,
    }),
    post('postStrategicPlan', '/api/strategic-plans', {
      summary: 'Add a strategic plan',
      description: 'Adds a strategic plan. Only the HTML in its content that is safe to show is kept.',
      takes: json(newPlan, {
        title: 'Open doors',
        description: 'Three years, three aims.',
        startYear: 2025,
        endYear: 2028,
        content: '<p>One: more days out.</p>',
        isActive: true,
      }),
      gives: planRecord,
    }),
    patch('patchStrategicPlan', '/api/strategic-plans/{id}', {
      summary: 'Change a strategic plan',
      description:
        'Changes the fields that are sent; the others stay as they are. 409 when the plan has changed since the version that was sent.',
      takes: change(newPlan, { isActive: false, version: 1 }),
      gives: planRecord,
    }),
    remove('deleteStrategicPlan', '/api/strategic-plans/{id}', {
      summary: 'Delete a strategic plan',
      description: 'Deletes a strategic plan for good.',
    }),
  ],
}
