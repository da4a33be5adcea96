import { resourceRecord } from '~/domain/resources/record'
import {
  addResource,
  changeResource,
  listPublicResources,
  listResources,
  removeResource,
} from '~/domain/resources/resources.server'
import { newResource } from '~/domain/resources/schema'
import { changes, type Group, list } from './call.server'

export const resources: Group = {
  name: 'Resources',
  description: 'Information and support for families.',
  calls: [
    list('getResources', '/api/resources', {
      who: 'tutor',
      summary: 'List resources',
      description: 'Gives all resources, the newest first.',
      gives: resourceRecord,
      run: ({ db, asked }) => listResources(db, asked),
    }),
    list('getPublicResources', '/api/resources/public', {
      who: 'anyone',
      summary: 'List public resources',
      description: 'Gives the resources that families can see.',
      gives: resourceRecord,
      run: ({ db, asked }) => listPublicResources(db, asked),
    }),
    ...changes('/api/resources', {
      id: 'Resource',
      noun: 'a resource',
      record: 'resource',
      adds: '. Only the HTML in its content that is safe to show is kept.',
      rules: newResource,
      gives: resourceRecord,
      example: {
        title: 'Respite',
        description: 'A break for carers.',
        content: '<p>Ring us.</p>',
        category: 'support',
        isPublic: true,
      },
      changed: { isPublic: false, version: 1 },
      add: ({ db, user, body }) => addResource(db, user, body),
      change: ({ db, user, id, body }) => changeResource(db, user, id, body),
      remove: ({ db, user, id }) => removeResource(db, user, id),
    }),
  ],
}
