-- For wrk: adds a unique query to each request, so that no page comes from the render cache.
local count = 0
request = function()
  count = count + 1
  return wrk.format(nil, wrk.path .. "?unique=" .. count)
end
