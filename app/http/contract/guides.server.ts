import { addGuide, changeGuide, guideRecord, listGuides, removeGuide } from '~/domain/guides/guides.server'
import { newGuide, newStep } from '~/domain/guides/schema'
import { addStep, changeStep, removeStep, type Step, stepRecord } from '~/domain/guides/steps.server'
import { type CallGroup, defineList } from './call.server'
import { defineChanges } from './changes.server'

export const guideCalls: CallGroup = {
  name: 'Guides',
  description: 'How to do a thing, step by step, with a picture and a sentence each.',
  calls: [
    defineList('getGuides', '/api/guides', {
      access: 'user',
      summary: 'List guides',
      description:
        'Gives the guides with their steps, the newest first. A student gets those for all students and their own.',
      response: guideRecord,
      run: ({ db, user, pageRequest }) => listGuides(db, user, pageRequest),
    }),
    ...defineChanges('/api/guides', {
      id: 'Guide',
      noun: 'a guide',
      record: 'guide',
      adds: ' for some students or, without `studentIds`, for all. POST /api/guide-steps adds its steps.',
      removes: ' with its steps and photos',
      rules: newGuide,
      response: guideRecord,
      example: { title: 'Make tea' },
      changed: { isPublic: true },
      add: ({ db, user, body }) => addGuide(db, user, body),
      change: ({ db, user, id, body }) => changeGuide(db, user, id, body),
      remove: ({ db, uploads, user, id }) => removeGuide(db, uploads, user, id),
    }),
    ...defineChanges('/api/guide-steps', {
      id: 'GuideStep',
      noun: 'a step',
      record: 'step',
      adds: ' to a guide, at most 20. A photo is added on the website.',
      removes: ' and its photo',
      rules: newStep,
      response: stepRecord,
      example: { guideId: 3, sentence: 'Fill the kettle.', symbol: 'tea-break' },
      changed: { position: 2 },
      add: ({ db, uploads, user, body }): Promise<Step> => addStep(db, uploads, user, body),
      change: ({ db, uploads, user, id, body }): Promise<Step> => changeStep(db, uploads, user, id, body),
      remove: ({ db, uploads, user, id }) => removeStep(db, uploads, user, id),
    }),
  ],
}
