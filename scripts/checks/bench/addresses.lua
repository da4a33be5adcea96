-- For wrk: requests in turn the paths that it is given, or its own. "unique" as the first argument adds another query to each request, so
-- that no page comes from the render cache.
local count = 0
local paths = {}
local is_unique = false
init = function(arguments)
  is_unique = arguments[1] == "unique"
  for place = 2, #arguments do paths[place - 1] = arguments[place] end
  if #paths == 0 then paths[1] = wrk.path end
end
request = function()
  count = count + 1
  local path = paths[count % #paths + 1]
  return wrk.format(nil, is_unique and path .. "?unique=" .. count or path)
end
