import type { z } from 'zod'
import type { Change } from '~/domain/change.server'
import {
  type ApiCall,
  type CallArgs,
  defineChangeBody,
  defineDelete,
  defineJsonBody,
  definePatch,
  definePost,
  type ExampleFields,
  type RunCall,
} from './call.server'

interface ChangesDefinition<Rules extends z.ZodObject, Gives extends z.ZodType, Added, Changed> {
  /** As in `postEvent`. */
  id: string
  /** As in 'Add an event', and in 'when the event has changed'. */
  noun: string
  record: string
  /** The rest of the description. */
  adds: string
  /** Other statuses with which adding is refused. */
  errors?: number[]
  removes?: string
  rules: Rules
  response: Gives
  example: ExampleFields<Rules>
  changed: ExampleFields<Rules> & { version?: number }
  add: RunCall<'tutor', z.output<Rules>, Gives, Added>
  change: RunCall<'tutor', Change<z.output<Rules>>, Gives, Changed>
  remove: (args: CallArgs<'tutor'>) => Promise<unknown>
}

/** The calls that add, change and delete records of one kind, with JSON. */
export function defineChanges<
  Rules extends z.ZodObject,
  Gives extends z.ZodType,
  Added extends z.output<Gives>,
  Changed extends z.output<Gives>,
>(path: string, definition: ChangesDefinition<Rules, Gives, Added, Changed>): ApiCall[] {
  const { id, noun, record, rules, response } = definition
  const access = 'tutor'
  return [
    definePost(`post${id}`, path, {
      access,
      summary: `Add ${noun}`,
      description: `Adds ${noun}${definition.adds}`,
      errors: definition.errors ?? [],
      body: defineJsonBody(rules, definition.example),
      response,
      run: definition.add,
    }),
    definePatch(`patch${id}`, `${path}/{id}`, {
      access,
      summary: `Change ${noun}`,
      description: `Changes the fields that are sent; the others stay as they are. 409 when the ${record} has changed since the version that was sent.`,
      body: defineChangeBody(rules, definition.changed),
      response,
      run: definition.change,
    }),
    defineDelete(`delete${id}`, `${path}/{id}`, {
      access,
      summary: `Delete ${noun}`,
      description: `Deletes ${noun}${definition.removes ?? ''} for good.`,
      run: definition.remove,
    }),
  ]
}
