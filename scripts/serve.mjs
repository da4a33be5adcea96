// npm start, the server. The image, the service files and scripts/start run it.
import '../app/processes/serve.mjs'
