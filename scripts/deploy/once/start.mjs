// Maps ONCE's settings to Riverbank's names. Settings that already have those names win.
const { env } = process
const { SECRET_KEY_BASE, SMTP_ADDRESS, SMTP_PORT, SMTP_USERNAME, SMTP_PASSWORD, MAILER_FROM_ADDRESS } = env

function mailServer() {
  const user = SMTP_USERNAME ? `${encodeURIComponent(SMTP_USERNAME)}:${encodeURIComponent(SMTP_PASSWORD ?? '')}@` : ''
  return `${SMTP_PORT === '465' ? 'smtps' : 'smtp'}://${user}${SMTP_ADDRESS}:${SMTP_PORT || 587}`
}

if (SECRET_KEY_BASE) env.SESSION_SECRET ||= SECRET_KEY_BASE
if (SMTP_ADDRESS) env.SMTP_URL ||= mailServer()
if (MAILER_FROM_ADDRESS) env.MAIL_FROM ||= MAILER_FROM_ADDRESS
await import('/riverbank/scripts/serve.mjs')
