/* What each request is answered with: a token, a page of a list in the documented envelope, counters, or a problem. */
#pragma once
#include <ctype.h>
#include <time.h>
#include "lists.h"

enum { HEAD = 512, MOST_ROWS = 500, USUAL_ROWS = 20 };

struct buffer { char *at; size_t size, room; };

static uint64_t pages_served, bytes_served;

static void add(struct buffer *out, const char *text, size_t size) {
    if (out->size + size > out->room) {
        out->room = (out->size + size) * 2;
        out->at = realloc(out->at, out->room);
        if (!out->at) give_up("memory");
    }
    memcpy(out->at + out->size, text, size);
    out->size += size;
}

/* The body has been written behind HEAD bytes; put the head right before it and say where the answer begins. */
static size_t with_head(struct buffer *out, const char *status) {
    char head[HEAD];
    int size = snprintf(head, sizeof head,
        "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n", status, out->size - HEAD);
    memcpy(out->at + HEAD - size, head, (size_t)size);
    return (size_t)(HEAD - size);
}

static size_t short_answer(struct buffer *out, const char *status, const char *body) {
    add(out, body, strlen(body));
    return with_head(out, status);
}

static int hex(char digit) { return isdigit((unsigned char)digit) ? digit - '0' : (tolower(digit) - 'a') + 10; }

/* Read %xx in place, and + as a blank. */
static void plain(char *text) {
    char *to = text;
    for (; *text; text++) {
        if (*text == '%' && isxdigit((unsigned char)text[1]) && isxdigit((unsigned char)text[2])) {
            *to++ = (char)(hex(text[1]) * 16 + hex(text[2]));
            text += 2;
        } else *to++ = *text == '+' ? ' ' : *text;
    }
    *to = 0;
}

struct asked { long page, size; int down, sorted; char sort[NAME], param[NAME], value[NAME]; };

/* Read the query: page from 0, size up to MOST_ROWS, sort FIELD,DIRECTION, and one filter the list knows. 0: refused. */
static int read_query(const struct list *list, char *query, struct asked *asked) {
    *asked = (struct asked){0, USUAL_ROWS, 0, 0, "id", "-", "-"};
    for (char *rest = query, *pair; (pair = strsep(&rest, "&"));) {
        char *value = strchr(pair, '=');
        if (!value) continue;
        *value++ = 0;
        plain(value);
        if (strlen(value) >= NAME || strlen(pair) >= NAME) return 0;
        if (!strcmp(pair, "page")) asked->page = atol(value);
        else if (!strcmp(pair, "size")) asked->size = atol(value);
        else if (!strcmp(pair, "sort")) {
            char *comma = strchr(value, ',');
            asked->sorted = 1;
            asked->down = comma && !strcmp(comma + 1, "desc");
            if (comma) *comma = 0;
            strcpy(asked->sort, value);
        } else if (knows(list, pair)) {
            strcpy(asked->param, pair);
            strcpy(asked->value, value);
        }
    }
    if (asked->size > MOST_ROWS) asked->size = MOST_ROWS;
    return asked->page >= 0 && asked->size > 0 && view_of(list, "-", "-", asked->sort);
}

static void add_rows(struct buffer *out, const struct list *list, const struct view *view, size_t from, size_t to, int down) {
    const uint64_t *starts = list->starts;
    for (size_t i = from; i < to; i++) {
        size_t row = view->rows[down ? view->count - 1 - i : i], last = row;
        while (!down && i + 1 < to && view->rows[i + 1] == last + 1) last++, i++; /* neighbours in one go */
        if (out->at[out->size - 1] != '[') add(out, ",", 1);
        add(out, list->text.at + starts[row], (size_t)(starts[last + 1] - starts[row] - 1));
    }
}

static size_t page_answer(struct buffer *out, const struct list *list, char *query) {
    struct asked asked;
    char rest[HEAD];
    if (!read_query(list, query, &asked))
        return short_answer(out, "400 Bad Request", "{\"status\":400,\"title\":\"The query is not understood.\"}");
    const struct view *view = view_of(list, asked.param, asked.value, asked.sort);
    size_t total = view ? view->count : 0, size = (size_t)asked.size, from = (size_t)asked.page * size, to = from + size;
    if (from > total) from = total;
    if (to > total) to = total;
    size_t pages = (total + size - 1) / size;
    add(out, "{\"content\":[", 12);
    if (to > from) add_rows(out, list, view, from, to, asked.down);
    const char *sort = asked.sorted ? "{\"empty\":false,\"unsorted\":false,\"sorted\":true}"
                                    : "{\"empty\":true,\"unsorted\":true,\"sorted\":false}";
    int written = snprintf(rest, sizeof rest,
        "],\"pageable\":{\"sort\":%s,\"offset\":%zu,\"pageNumber\":%ld,\"pageSize\":%ld,\"paged\":true,\"unpaged\":false},"
        "\"totalElements\":%zu,\"totalPages\":%zu,\"number\":%ld,\"size\":%ld,\"numberOfElements\":%zu,\"first\":%s,"
        "\"last\":%s,\"empty\":%s,\"sort\":%s}", sort, (size_t)asked.page * size, asked.page, asked.size, total, pages,
        asked.page, asked.size, to - from, asked.page ? "false" : "true",
        (size_t)asked.page + 1 >= pages ? "true" : "false", to > from ? "false" : "true", sort);
    add(out, rest, (size_t)written);
    pages_served++;
    bytes_served += out->size - HEAD;
    return with_head(out, "200 OK");
}

static size_t counters(struct buffer *out) {
    struct timespec busy;
    char body[HEAD];
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &busy);
    snprintf(body, sizeof body, "{\"pages\":%llu,\"bytes\":%llu,\"cpu_seconds\":%.6f}", (unsigned long long)pages_served,
             (unsigned long long)bytes_served, (double)busy.tv_sec + (double)busy.tv_nsec / 1e9);
    return short_answer(out, "200 OK", body);
}

/* Write the answer to one request; returns where in the buffer it begins. */
static size_t answer(struct buffer *out, char *path, int authorised) {
    char *query = strchr(path, '?');
    if (query) *query++ = 0;
    out->size = 0;
    add(out, (char[HEAD]){0}, HEAD);
    if (!strcmp(path, "/counters")) return counters(out);
    if (!strcmp(path, "/oauth2/token"))
        return short_answer(out, "200 OK", "{\"access_token\":\"bench\",\"token_type\":\"Bearer\",\"expires_in\":3600}");
    const struct list *list = list_at(path);
    if (!list) return short_answer(out, "404 Not Found", "{\"status\":404,\"title\":\"There is nothing here.\"}");
    if (!authorised) return short_answer(out, "401 Unauthorized", "{\"status\":401,\"title\":\"No bearer token.\"}");
    return page_answer(out, list, query ? query : (char[1]){0});
}
