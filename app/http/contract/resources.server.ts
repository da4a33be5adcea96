import { resourceRecord } from '~/domain/resources/record'
import { newResource } from '~/domain/resources/schema'
import { change, type Group, json, list, patch, post, remove } from './call.server'

export const resources: Group = {
  name: 'Resources',
  description: 'Information and support for families.',
  calls: [
    list('getResources', '/api/resources', {
      summary: 'List resources',
      description: 'Gives all resources, the newest first.',
      gives: resourceRecord,
    }),
    list('getPublicResources', '/api/resources/public', {
      summary: 'List public resources',
      description: 'Gives the resources that families can see.',
      gives: resourceRecord,
    }),
    post('postResource', '/api/resources', {
      summary: 'Add a resource',
      description: 'Adds a resource. Only the HTML in its content that is safe to show is kept.',
      takes: json(newResource, {
        title: 'Respite',
        description: 'A break for carers.',
        content: '<p>Ring us.</p>',
        category: 'support',
        isPublic: true,
      }),
      gives: resourceRecord,
    }),
    patch('patchResource', '/api/resources/{id}', {
      summary: 'Change a resource',
      description:
        'Changes the fields that are sent; the others stay as they are. 409 when the resource has changed since the version that was sent.',
      takes: change(newResource, { isPublic: false, version: 1 }),
      gives: resourceRecord,
    }),
    remove('deleteResource', '/api/resources/{id}', {
      summary: 'Delete a resource',
      description: 'Deletes a resource for good.',
    }),
  ],
}
