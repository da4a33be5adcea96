import { fillIn } from '../browser'
import { always, idOf, log, removal, type SiteForm } from './form'

export const boardForms: SiteForm[] = [
  {
    name: 'Create New Resource',
    as: 'aoife',
    at: '/dashboard/resources/new',
    form: '#resource',
    fill: async (form) => {
      await fillIn(form, { Title: 'Respite', Content: '<p>Ring us.</p>' })
      await form.getByLabel('Category').selectOption('support')
    },
    press: 'Create Resource',
    says: always('Failed to create resource'),
    tells: ['Success', 'Resource created successfully'],
    saved: 'select count(*) as n from resources',
  },
  {
    name: 'Edit Resource',
    as: 'aoife',
    at: (riverbank) => `/dashboard/resources/${idOf(riverbank, 'resources')}/edit`,
    form: '#resource',
    fill: (form) => fillIn(form, { Title: 'Respite', Content: '<p>Ring us.</p>' }),
    press: 'Update Resource',
    says: always('Failed to update resource'),
    tells: ['Success', 'Resource updated successfully'],
    saved: log('changed', 'resource'),
  },
  removal('resource', (riverbank) => `/dashboard/resources/${idOf(riverbank, 'resources')}/delete`, [
    'Success',
    'Resource deleted successfully',
  ]),
  {
    name: 'Add Board Member',
    as: 'aoife',
    at: '/dashboard/board/new',
    form: '#member',
    fill: (form) => fillIn(form, { Name: 'Bríd Nolan', Position: 'Director', Biography: 'Bríd likes boats.' }),
    press: 'Create Member',
    says: always('Failed to create board member'),
    tells: ['Success', 'Board member created successfully'],
    saved: 'select count(*) as n from boardMembers',
  },
  {
    name: 'Edit Board Member',
    as: 'aoife',
    at: (riverbank) => `/dashboard/board/${idOf(riverbank, 'boardMembers')}/edit`,
    form: '#member',
    fill: (form) => fillIn(form, { Name: 'Bríd Nolan', Biography: 'Bríd likes boats.' }),
    press: 'Update Member',
    says: always('Failed to update board member'),
    tells: ['Success', 'Board member updated successfully'],
    saved: log('changed', 'board member'),
  },
  removal('board member', (riverbank) => `/dashboard/board/${idOf(riverbank, 'boardMembers')}/delete`, [
    'Success',
    'Board member deleted successfully',
  ]),
  {
    name: 'Add Strategic Plan',
    as: 'aoife',
    at: '/dashboard/board/plans/new',
    form: '#plan',
    fill: (form) => fillIn(form, { Title: 'Green rooms', Content: '<p>Plants</p>' }),
    press: 'Create Plan',
    says: always('Failed to create strategic plan'),
    tells: ['Success', 'Strategic plan created successfully'],
    saved: 'select count(*) as n from strategicPlans',
  },
  {
    name: 'Edit Strategic Plan',
    as: 'aoife',
    at: (riverbank) => `/dashboard/board/plans/${idOf(riverbank, 'strategicPlans')}/edit`,
    form: '#plan',
    fill: (form) => fillIn(form, { Title: 'Green rooms', Content: '<p>Plants</p>' }),
    press: 'Update Plan',
    says: always('Failed to update strategic plan'),
    tells: ['Success', 'Strategic plan updated successfully'],
    saved: log('changed', 'strategic plan'),
  },
  removal('strategic plan', (riverbank) => `/dashboard/board/plans/${idOf(riverbank, 'strategicPlans')}/delete`, [
    'Success',
    'Strategic plan deleted successfully',
  ]),
]
