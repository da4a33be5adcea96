import { z } from 'zod'
import { createLogOutHeaders, getSession, hasCredentials } from '~/auth/identity.server'
import { logIn } from '~/auth/log-in.server'
import { logOut } from '~/auth/sessions.server'
import { credentialsWithCode } from '~/domain/accounts/schema'
import { userRecord } from '~/domain/accounts/students.server'
import { requireUser } from '~/http/access/require-access.server'
import {
  type CallGroup,
  defineCall,
  defineGet,
  defineJsonBody,
  defineMessageAnswer,
  definePost,
  WithHeaders,
} from './call.server'

const session = z
  .strictObject({ token: z.string() })
  .meta({ examples: [{ token: 'm5Yq0d1nVb2X8sKfT7wZr4LcJ9hGpE3uQaNiOyRxBtk' }] })

const LOGGED_OUT = 'You have been successfully logged out.'

export const logInCalls: CallGroup = {
  name: 'Logging in',
  description: 'Sessions: logging in starts one, logging out ends it.',
  calls: [
    definePost('postLogin', '/api/login', {
      access: 'anyone',
      logsIn: true,
      summary: 'Log in',
      description:
        'Starts a session: gives its token and sets its cookie. If the cookie of another session is sent with it, that session ends. Anyone with a second step also sends `code`, from their app or a recovery code; without it the answer is 401, with an error for `code`. 429 after ten wrong tries, 503 while too many people log in at once.',
      body: defineJsonBody(credentialsWithCode, {
        username: 'demo.tutor',
        password: 'riverbank-demo',
        rememberMe: false,
        code: '123456',
      }),
      status: 200,
      response: session,
      errors: [401, 429, 503],
      run: async ({ request, context, body }) => {
        const { token, headers } = await logIn({ request, context }, body)
        return new WithHeaders({ token }, headers)
      },
    }),
    defineCall('POST', 'postLogout', '/api/logout', {
      access: 'session',
      summary: 'Log out',
      description: 'Ends the session: its token and its cookie stop working.',
      response: defineMessageAnswer(LOGGED_OUT),
      run: async ({ request, context }) => {
        await logOut(context, getSession({ context }))
        return new WithHeaders({ message: LOGGED_OUT }, await createLogOutHeaders({ request, context }))
      },
    }),
    defineGet('getUser', '/api/user', {
      access: 'anyone',
      summary: 'Get the person who is logged in',
      description:
        'Gives the person whose session this is, or null without a session. 401 for a session that has ended.',
      response: userRecord.nullable(),
      errors: [401, 403],
      run: async (args) => ((await hasCredentials(args)) ? (await requireUser(args)).user : null),
    }),
  ],
}
