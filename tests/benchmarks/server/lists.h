/* The lists of a folder made by dataset.py, mapped into memory: rows, their offsets, and orders by filter and sort. */
#pragma once
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LISTS = 64, VIEWS = 64, NAME = 64 };

struct bytes { const char *at; size_t size; };

/* Positions of the rows that `value` of filter `param` ("-" for none) leaves, ascending by field `sort`. */
struct view { char param[NAME], value[NAME], sort[NAME]; const uint32_t *rows; size_t count; };

struct list {
    char path[NAME];
    struct bytes text;        /* the rows, one comma between each two */
    const uint64_t *starts;   /* where each row begins, and, last, where one more would */
    struct view views[VIEWS];
    int view_count;
};

static struct list lists[LISTS];
static int list_count;

static void give_up(const char *what) { perror(what); exit(1); }

static struct bytes map_file(const char *name) {
    struct stat told;
    int file = open(name, O_RDONLY);
    if (file < 0 || fstat(file, &told)) give_up(name);
    struct bytes found = {"", (size_t)told.st_size};
    if (found.size) {
        found.at = mmap(NULL, found.size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
        if (found.at == MAP_FAILED) give_up(name);
    }
    close(file);
    return found;
}

/* Read `lists.txt`: "list PATH ROWS STARTS", then its views, each "view PARAM VALUE SORT POSITIONS". */
static void read_lists(void) {
    char kind[NAME], a[NAME], b[NAME], c[NAME], d[NAME], line[512];
    FILE *file = fopen("lists.txt", "r");
    if (!file) give_up("lists.txt");
    while (fgets(line, sizeof line, file)) {
        int words = sscanf(line, "%63s %63s %63s %63s %63s", kind, a, b, c, d);
        if (words == 4 && !strcmp(kind, "list") && list_count < LISTS) {
            struct list *list = &lists[list_count++];
            strcpy(list->path, a);
            list->text = map_file(b);
            list->starts = (const uint64_t *)map_file(c).at;
        } else if (words == 5 && list_count && lists[list_count - 1].view_count < VIEWS) {
            struct list *list = &lists[list_count - 1];
            struct view *view = &list->views[list->view_count++];
            struct bytes rows = map_file(d);
            strcpy(view->param, a);
            strcpy(view->value, b);
            strcpy(view->sort, c);
            view->rows = (const uint32_t *)rows.at;
            view->count = rows.size / sizeof *view->rows;
        } else {
            fprintf(stderr, "lists.txt: not understood: %s", line);
            exit(1);
        }
    }
    fclose(file);
}

static const struct list *list_at(const char *path) {
    for (int i = 0; i < list_count; i++)
        if (!strcmp(lists[i].path, path)) return &lists[i];
    return NULL;
}

/* The rows of a filter's value in the order of a field; NULL where there are none such. */
static const struct view *view_of(const struct list *list, const char *param, const char *value, const char *sort) {
    for (int i = 0; i < list->view_count; i++) {
        const struct view *view = &list->views[i];
        if (!strcmp(view->param, param) && !strcmp(view->value, value) && !strcmp(view->sort, sort)) return view;
    }
    return NULL;
}

static int knows(const struct list *list, const char *param) {
    for (int i = 0; i < list->view_count; i++)
        if (!strcmp(list->views[i].param, param)) return 1;
    return 0;
}
