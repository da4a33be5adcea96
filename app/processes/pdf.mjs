// Reads the pages of a PDF, by PDFium (Chromium's reader) as WebAssembly, so that a hostile file stays in its sandbox. It calls PDFium's
// own functions, `_FPDF…` and `_FORM…` (fpdfview.h, fpdf_text.h, fpdf_formfill.h, fpdf_annot.h): the package's page class puts each
// letter of Chromium's PDFs on a separate line.
import { PDFiumModule } from '@hyzyla/pdfium'
import { isPortfolio, isXfaForm } from './pdf/container.mjs'
import { copyIn, drawPage } from './pdf/memory.mjs'
import { readPageText } from './pdf/text.mjs'

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const LOCKS = { 4: 'password', 5: 'locked' }
/** Fewer characters tell what the first page is. */
const MAX_FIRST_TEXT = 2000

/** Opens a PDF. Throws an Error, with `lock` 'password' or 'locked' if the PDF can't be opened without its password. */
export async function openPdf(bytes) {
  const pdfium = await PDFiumModule({})
  pdfium._FPDF_InitLibrary()
  const place = copyIn(pdfium, bytes)
  const pdf = pdfium._FPDF_LoadMemDocument(place, bytes.length, 0)
  if (!pdf) {
    const code = pdfium._FPDF_GetLastError()
    throw Object.assign(new Error(`PDFium can’t open it (${code})`), { lock: LOCKS[code] ?? null })
  }
  const memory = pdfium.wasmExports.malloc(64)
  const form = openForm(pdfium, pdf)
  const reader = {
    count: pdfium._FPDF_GetPageCount(pdf),
    /** The number of files inside, which the pages do not show. */
    attachments: pdfium._FPDFDoc_GetAttachmentCount(pdf),
    /** Calls `use` with the page `number`, from 1. */
    withPage: async (number, use) => {
      const page = pdfium._FPDF_LoadPage(pdf, number - 1)
      if (!page) throw new Error(`PDFium can’t open page ${number}`)
      pdfium._FORM_OnAfterLoadPage(page, form)
      try {
        return await use({
          /** In points, upright. */
          width: pdfium._FPDF_GetPageWidth(page),
          height: pdfium._FPDF_GetPageHeight(page),
          text: (max) => readPageText(pdfium, page, { form, memory, max }),
          draw: (width, height) => drawPage(pdfium, page, { form, width, height }),
        })
      } finally {
        pdfium._FORM_OnBeforeClosePage(page, form)
        pdfium._FPDF_ClosePage(page)
      }
    },
  }
  return { ...reader, container: await findContainer(pdfium, pdf, bytes, reader) }
}

/** 'xfa' or 'portfolio' for a PDF whose pages only say that another program is needed; null for others. */
async function findContainer(pdfium, pdf, bytes, { withPage }) {
  if (isPortfolio(pdfium, pdf, bytes)) return 'portfolio'
  if (pdfium._FPDF_GetFormType(pdf) < 2) return null
  const first = await withPage(1, ({ text }) => text(MAX_FIRST_TEXT).text).catch(() => '')
  return isXfaForm(pdfium, pdf, first) ? 'xfa' : null
}

/** The environment that draws form fields. It gets no callbacks, and this build of PDFium runs no scripts. */
function openForm(pdfium, pdf) {
  // FPDF_FORMFILLINFO: its version, and up to forty functions.
  const info = pdfium.wasmExports.malloc(256)
  pdfium.HEAPU8.fill(0, info, info + 256)
  pdfium.HEAPU8[info] = 2
  return pdfium._FPDFDOC_InitFormFillEnvironment(pdf, info)
}
