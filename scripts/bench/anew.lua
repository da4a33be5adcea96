-- For wrk: another query each time, so that no page is found among those that were rendered before.
local count = 0
request = function()
  count = count + 1
  return wrk.format(nil, wrk.path .. "?anew=" .. count)
end
