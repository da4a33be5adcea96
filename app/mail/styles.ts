/** Mail programs ignore stylesheets, so styles are inline. The colours are those of tailwind.config.ts. */
export const paper = '#FCF9F3'
export const ink = '#10292D'
export const river = '#0A5160'
export const rule = '#D9D2C2'
export const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, Arial, sans-serif"
export const plain = { margin: '0 0 20px', fontSize: '18px', lineHeight: '1.6' }
export const link = { color: river, textDecoration: 'underline' }
export const picture = { display: 'block', width: '100%', height: 'auto' } as const
